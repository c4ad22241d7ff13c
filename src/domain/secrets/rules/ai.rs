//! Models, and what is built around them.

use crate::domain::secrets::rule::Alphabet::{Alphanumeric, Base64Url, Hex, HexDash, Lower, Word};
use crate::domain::secrets::rule::{Rule, inside, token};

pub(super) static RULES: &[Rule] = &[
    token("anthropic-key", &["sk-ant-"], Base64Url, (32, 255)),
    token("openrouter-key", &["sk-or-v1-", "sk-or-"], Hex, (64, 64)),
    token("helicone-key", &["sk-helicone-"], Base64Url, (24, 64)),
    token("langfuse-key", &["sk-lf-"], HexDash, (36, 36)),
    token(
        "openai-key",
        &["sk-proj-", "sk-svcacct-", "sk-admin-", "sk-None-"],
        Base64Url,
        (32, 255),
    ),
    inside(
        "openai-marked-key",
        &["T3BlbkFJ"],
        Base64Url,
        (20, 100),
        (20, 100),
    ),
    token("perplexity-key", &["pplx-"], Alphanumeric, (40, 64)),
    token("groq-key", &["gsk_"], Alphanumeric, (40, 64)),
    token("xai-key", &["xai-"], Base64Url, (64, 100)),
    token(
        "hugging-face-token",
        &["hf_", "api_org_"],
        Alphanumeric,
        (34, 40),
    ),
    token("replicate-token", &["r8_"], Alphanumeric, (37, 48)),
    token("together-key", &["tgp_v1_"], Base64Url, (32, 64)),
    token("fireworks-key", &["fw_"], Alphanumeric, (22, 24)),
    token("elevenlabs-key", &["sk_"], Hex, (48, 48)),
    token(
        "langsmith-key",
        &["lsv2_pt_", "lsv2_sk_", "ls__"],
        Word,
        (32, 60),
    ),
    token("pinecone-key", &["pcsk_"], Word, (50, 90)),
    token("nvidia-key", &["nvapi-"], Base64Url, (60, 80)),
    token("cerebras-key", &["csk-"], Lower, (40, 64)),
    token(
        "tavily-key",
        &["tvly-dev-", "tvly-prod-", "tvly-"],
        Base64Url,
        (28, 64),
    ),
    token("firecrawl-key", &["fc-"], Hex, (32, 32)),
    token("jina-key", &["jina_"], Base64Url, (50, 80)),
    token("voyage-key", &["pa-"], Base64Url, (43, 43)),
    token("anyscale-key", &["esecret_"], Alphanumeric, (24, 32)),
    token("friendli-token", &["flp_"], Alphanumeric, (40, 64)),
    token("e2b-key", &["e2b_"], Hex, (40, 40)),
    token("humanloop-key", &["hl_sk_"], Hex, (48, 64)),
    token("weights-and-biases-key", &["wandb_v1_"], Word, (60, 100)),
    token("photoroom-key", &["sk_pr_"], Word, (40, 64)),
    token("cursor-key", &["key_"], Hex, (64, 64)),
    token("llama-cloud-key", &["llx-"], Alphanumeric, (40, 64)),
];
