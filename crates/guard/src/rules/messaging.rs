//! Mail, chat and webhooks.

use crate::discord;
use crate::rule::Alphabet::{Alphanumeric, Base64Url, Dotted, Hex, Padded, PaddedDotted};
use crate::rule::{Class, Rule, inside, pattern, reader, token};

pub(super) static RULES: &[Rule] = &[
    // That of a cookie, which is Base64 in the form of URLs.
    pattern(
        "slack-cookie-token",
        Class::Token,
        &["xoxd-"],
        r"\A(xoxd-[A-Za-z0-9%+/=_-]{14,1000})",
        &["Cookie: d=‹xoxd-{n24}%2B{n24}%3D%3D›; theme=dark"],
    ),
    token(
        "slack-token",
        &[
            "xoxb-", "xoxa-", "xoxp-", "xoxr-", "xoxs-", "xoxc-", "xoxd-", "xoxe-", "xoxe.xox",
            "xapp-",
        ],
        Base64Url,
        (14, 500),
    ),
    // The address of a webhook is enough to post: its path is the credential.
    pattern(
        "slack-webhook",
        Class::Url,
        &["hooks.slack.com/"],
        r"(?i)\Ahooks\.slack\.com/(?:services|workflows|triggers)/([a-z0-9/_+-]{20,})",
        &["https://hooks.slack.com/services/‹T{c8}/B{c8}/{n24}›"],
    ),
    // By the letters with which the time of a token begins.
    reader(
        "discord-bot-token",
        Class::Token,
        &[".G", ".X", ".Y"],
        discord::read,
        &["‹Nzk5MjgxNDk0NDc2NDU1OTg3.G{n5}.{w27}›"],
    ),
    pattern(
        "discord-webhook",
        Class::Url,
        &["discord.com/api/", "discordapp.com/api/"],
        r"(?i)\Adiscord(?:app)?\.com/api/(?:v\d+/)?webhooks/([0-9]{16,20}/[a-z0-9_-]{40,100})",
        &["https://discord.com/api/webhooks/‹{d18}/{w68}›"],
    ),
    pattern(
        "teams-webhook",
        Class::Url,
        &[".webhook.office.com/", "outlook.office.com/webhook"],
        r"(?i)\A(?:\.webhook|outlook)\.office\.com/webhook(?:b2)?/([a-z0-9@/_-]{60,300})",
        &["https://team.webhook.office.com/webhookb2/‹{h32}@{h32}/IncomingWebhook/{h32}/{h32}›"],
    ),
    pattern(
        "google-chat-webhook",
        Class::Url,
        &["chat.googleapis.com/v1/spaces/"],
        r"(?i)\Achat\.googleapis\.com/v1/spaces/[a-z0-9_-]+/messages\?([a-z0-9_&=%.-]{40,300})",
        &["https://chat.googleapis.com/v1/spaces/AAQA/messages?‹key={n39}&token={n43}›"],
    ),
    pattern(
        "zapier-webhook",
        Class::Url,
        &["hooks.zapier.com/hooks/"],
        r"(?i)\Ahooks\.zapier\.com/hooks/catch/([a-z0-9/]{8,80})",
        &["https://hooks.zapier.com/hooks/catch/‹{d7}/{l7}›"],
    ),
    pattern(
        "other-webhook",
        Class::Url,
        &[
            "maker.ifttt.com/trigger/",
            "open.feishu.cn/open-apis/bot/v2/hook/",
            "webexapis.com/v1/webhooks/incoming/",
            "oapi.dingtalk.com/robot/send?access_token=",
            "qyapi.weixin.qq.com/cgi-bin/webhook/send?key=",
            "hook.eu1.make.com/",
            "hook.us1.make.com/",
            "hook.integromat.com/",
            "webhook.site/",
            "alert.victorops.com/integrations/generic/",
            "events.pagerduty.com/integration/",
        ],
        concat!(
            r"(?i)\A[a-z0-9.]+/(?:[a-z0-9_.-]+/){0,5}?(?:[a-z]+\?[a-z_]+=)?",
            r"([a-z0-9_-]{16,120}(?:/[a-z0-9_/-]+)?)",
        ),
        &[
            "https://hook.eu1.make.com/‹{l32}›",
            "https://maker.ifttt.com/trigger/door/with/key/‹{n22}›",
        ],
    ),
    token("sendgrid-key", &["SG."], PaddedDotted, (60, 72)),
    token(
        "sendinblue-key",
        &["xkeysib-", "xsmtpsib-"],
        Base64Url,
        (70, 100),
    ),
    token("mailgun-key", &["key-", "pubkey-"], Hex, (32, 32)),
    inside("mailchimp-key", &["-us"], Hex, (32, 32), (1, 2)),
    token("mailersend-key", &["mlsn."], Alphanumeric, (30, 80)),
    pattern(
        "resend-key",
        Class::Token,
        &["re_"],
        r"\A(re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,32})(?:[^A-Za-z0-9_]|\z)",
        &["‹re_{n8}_{n24}›"],
    ),
    inside("telegram-bot-token", &[":AA"], Base64Url, (8, 16), (32, 35)),
    token("twilio-key", &["SK"], Hex, (32, 32)),
    token("mandrill-key", &["md-"], Base64Url, (22, 22)),
    token("smooch-token", &["act_"], Alphanumeric, (24, 24)),
    token("lob-key", &["live_pub_", "test_pub_"], Hex, (31, 35)),
    token("knock-key", &["knock_"], Base64Url, (30, 64)),
    token(
        "courier-key",
        &["pk_prod_", "dk_prod_"],
        Alphanumeric,
        (24, 40),
    ),
    token(
        "pubnub-key",
        &["sec-c-", "pub-c-", "sub-c-"],
        Base64Url,
        (36, 60),
    ),
    token("teamwork-token", &["tkn.v1_"], Padded, (60, 90)),
    token("voiceflow-key", &["VF.DM.", "VF.WS."], Dotted, (30, 60)),
    pattern(
        "mattermost-webhook",
        Class::Url,
        &["/hooks/"],
        r"\A/hooks/([a-z0-9]{26})(?:[^A-Za-z0-9]|\z)",
        &["https://chat.host.org/hooks/‹{l26}›"],
    ),
    token("vk-token", &["vk1.a."], Base64Url, (60, 400)),
];
