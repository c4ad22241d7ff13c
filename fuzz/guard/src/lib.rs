//! The secret guard by itself: its tests optimised, without the rest of the program, which takes
//! minutes to optimise.
#![allow(dead_code, reason = "much of it is there for the rest of the program")]
#![allow(missing_docs, reason = "the program documents it")]

#[path = "../../../src/domain"]
pub mod domain {
    pub mod path;
    pub mod secrets;

    pub mod text {
        mod hex;
        mod percent;

        pub use hex::hex;
        pub use percent::RESERVED;
    }
}
