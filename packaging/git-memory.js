#!/usr/bin/env node
// Starts the program, which is in a package of its own for each platform: npm installs the one that
// fits. Arguments, standard streams, signals and the exit status are the program's.
'use strict';

const { spawn } = require('node:child_process');
const { homepage, name, optionalDependencies } = require('./package.json');

const { platform, arch } = process;
const program = platform === 'win32' ? 'git-memory.exe' : 'git-memory';

function refuse(what, hint) {
  process.stderr.write(`fatal: ${what}\nhint: ${hint}\n`);
  process.exit(128);
}

function pathIn(pack) {
  try {
    return require.resolve(`${pack}/${program}`);
  } catch {
    return undefined;
  }
}

function find() {
  const packs = ['', '-musl'].map((libc) => `${name}-${platform}-${arch}${libc}`);
  const known = packs.filter((pack) => pack in optionalDependencies);
  if (known.length === 0) {
    refuse(
      `there is no package of ${name} for ${platform} on ${arch}`,
      `build it from its source: cargo install --locked --git ${homepage}`,
    );
  }
  const found = known.map(pathIn).filter((path) => path !== undefined);
  if (found.length === 0) {
    refuse(
      `the package ${known.join(' or ')} is not installed`,
      `install ${name} again on this machine, with optional dependencies: npm install --include=optional ${name}`,
    );
  }
  // Some package managers install both; only one knows the C library of this machine.
  const isMusl = () => process.report.getReport().header.glibcVersionRuntime === undefined;
  return found.length > 1 && isMusl() ? found[1] : found[0];
}

const path = find();
const child = spawn(path, process.argv.slice(2), { stdio: 'inherit' });
child.on('error', (error) => {
  refuse(
    `cannot run '${path}': ${error.code}`,
    `install ${name} again on this machine: npm install --include=optional ${name}`,
  );
});
// The program decides what a signal means. Windows has none: a console tells every process itself.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM']) {
  process.on(signal, () => platform !== 'win32' && child.kill(signal));
}
child.on('exit', (status, signal) => {
  if (signal === null) {
    process.exit(status);
  }
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
