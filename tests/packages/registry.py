"""A registry of npm packages on loopback: `registry.py FOLDER` prints its port, and serves the packages of the folder."""

import base64
import hashlib
import http.server
import json
import pathlib
import sys
import tarfile

PACKAGES = {}
for file in pathlib.Path(sys.argv[1]).glob("*.tgz"):
    about = json.load(tarfile.open(file).extractfile("package/package.json"))
    PACKAGES[about["name"]] = (about, file.read_bytes())


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        name, _, archive = self.path.strip("/").partition("/-/")
        if name not in PACKAGES:
            self.send_error(404)
            return
        about, answer = PACKAGES[name]
        if not archive:
            sum = base64.b64encode(hashlib.sha512(answer).digest()).decode()
            where = f"http://{self.headers['Host']}/{name}/-/{name}.tgz"
            version = about | {"dist": {"tarball": where, "integrity": f"sha512-{sum}"}}
            known = {"name": name, "dist-tags": {"latest": about["version"]}, "versions": {about["version"]: version}}
            answer = json.dumps(known).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
