//! Changes in folders since they were looked at, as far as the system tells: a server that was told
//! of nothing need not look again.
//!
//! Linux tells by inotify(7), on file systems that hear of every change of a file. Elsewhere no
//! changes are told, and every request looks.

#[cfg(target_os = "linux")]
pub(crate) use linux::Watch;
#[cfg(not(target_os = "linux"))]
pub(crate) use unknown::Watch;

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::BTreeSet;
    use std::mem::MaybeUninit;
    use std::os::fd::OwnedFd;
    use std::path::Path;

    use rustix::fs::inotify::{self, CreateFlags, ReadFlags, Reader, WatchFlags};
    use rustix::fs::statfs;
    use rustix::io::Errno;

    /// File systems on which no other machine changes anything, by their numbers in statfs(2):
    /// ext2 to ext4, XFS, Btrfs, tmpfs, overlayfs, ZFS, F2FS, bcachefs.
    const LOCAL: [u32; 8] = [
        0xEF53,
        0x5846_5342,
        0x9123_683E,
        0x0102_1994,
        0x794C_7630,
        0x2FC1_2FC1,
        0xF2F5_2010,
        0xCA45_1A4E,
    ];

    /// Folders that are watched.
    #[derive(Debug)]
    pub(crate) struct Watch {
        inotify: OwnedFd,
        folders: Vec<String>,
        is_whole: bool,
    }

    impl Watch {
        /// Watches the files of folders, and whether the folders above them stay the same ones;
        /// all of them from `top`. `None` where that cannot be done.
        pub(crate) fn of(top: &Path, folders: &[String]) -> Option<Self> {
            let inotify = inotify::init(CreateFlags::CLOEXEC | CreateFlags::NONBLOCK).ok()?;
            let entries = WatchFlags::CREATE
                | WatchFlags::DELETE
                | WatchFlags::MOVE
                | WatchFlags::DELETE_SELF
                | WatchFlags::MOVE_SELF
                | WatchFlags::ONLYDIR;
            for above in above(folders) {
                inotify::add_watch(&inotify, top.join(above), entries).ok()?;
            }
            let files = entries | WatchFlags::MODIFY | WatchFlags::ATTRIB;
            for folder in folders {
                let folder = top.join(folder);
                let kind = u32::try_from(statfs(&folder).ok()?.f_type).ok()?;
                if !LOCAL.contains(&kind) {
                    return None;
                }
                inotify::add_watch(&inotify, folder, files).ok()?;
            }
            Some(Self {
                inotify,
                folders: folders.to_owned(),
                is_whole: true,
            })
        }

        /// The folders whose files are watched.
        pub(crate) fn folders(&self) -> &[String] {
            &self.folders
        }

        /// True if nothing has changed since this was asked last.
        pub(crate) fn is_quiet(&mut self) -> bool {
            let of_folders = ReadFlags::ISDIR
                | ReadFlags::DELETE_SELF
                | ReadFlags::MOVE_SELF
                | ReadFlags::IGNORED
                | ReadFlags::UNMOUNT
                | ReadFlags::QUEUE_OVERFLOW;
            let mut buffer = [MaybeUninit::uninit(); 4096];
            let mut told = Reader::new(&self.inotify, &mut buffer);
            let mut is_quiet = true;
            loop {
                match told.next() {
                    Ok(event) => {
                        is_quiet = false;
                        self.is_whole &= !event.events().intersects(of_folders);
                    }
                    Err(Errno::INTR) => {}
                    Err(Errno::AGAIN) => return is_quiet,
                    Err(_) => {
                        self.is_whole = false;
                        return false;
                    }
                }
            }
        }

        /// True if it still watches all that it did: no other folder has come or gone.
        pub(crate) fn is_whole(&self) -> bool {
            self.is_whole
        }
    }

    /// The folders above some others, the top among them.
    fn above(folders: &[String]) -> BTreeSet<&str> {
        let mut above = BTreeSet::from([""]);
        for folder in folders {
            for (at, _) in folder.match_indices('/') {
                above.insert(&folder[..at]);
            }
        }
        above
    }
}

#[cfg(not(target_os = "linux"))]
mod unknown {
    use std::path::Path;

    /// Nothing is ever watched.
    #[derive(Debug)]
    pub(crate) enum Watch {}

    impl Watch {
        pub(crate) fn of(_top: &Path, _folders: &[String]) -> Option<Self> {
            None
        }

        pub(crate) fn folders(&self) -> &[String] {
            match *self {}
        }

        pub(crate) fn is_quiet(&mut self) -> bool {
            match *self {}
        }

        pub(crate) fn is_whole(&self) -> bool {
            match *self {}
        }
    }
}
