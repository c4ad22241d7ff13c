//! Providers whose keys look like any hash or id, by the names that people give to what belongs to them.

/// Without regard to case. What is a common word by itself is left out.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    NAMES.split_ascii_whitespace()
}

const NAMES: &str = "\
    abstractapi abuseipdb accuweather adafruit adobe agora airbrake airship airtable airvisual aiven alchemy algolia \
    alibaba alienvault amadeus ambee amplitude anthropic anypoint apacta apiflash apify apilayer apitemplate apollo \
    appfollow appsflyer apptivo artifactory asana assemblyai atlassian audd auth0 avaza axonaut ayrshare azure \
    bannerbear baremetrics beamer beebole besnappy besttime billomat bitbar bitbucket bitcoinaverage bitfinex bitly \
    bitmex bittrex blazemeter blocknative bombbomb boostnote borgbase braintree brandfetch browserstack browshot \
    bscscan buddyns budibase bugherd bugsnag buildkite bulbul buttercms caflou calendarific calendly cannyio \
    capsulecrm captaindata carboninterface cashboard caspio censys centralstation chartmogul chatfuel checkvist \
    cicero circleci clarifai clearbit clickhelp clicksend clickup clientary clinchpad clockify clockwork closecrm \
    cloudconvert cloudelements cloudflare cloudimage cloudinary cloudmersive cloudplan cloudsmith cloverly clustdoc \
    codacy codeclimate codecov codemagic codequiry cohere coinapi coinbase coinlayer coinlib collect2 companyhub \
    confluence confluent contentful convertapi convertkit convier couchbase countrylayer coveralls craftmypdf \
    crowdin cryptocompare currencycloud currencyfreaks currencylayer currencyscoop currentsapi customerguru \
    customerio d7network dandelion dareboost databox datadog datagov debounce deepai deepgram deepseek delighted \
    detectify detectlanguage dfuse diffbot diggernaut digitalocean discogs discord disqus docparser documo docusign \
    doppler dotdigital dovico dronahq droneci dropbox duo_ dwolla dynalist dynatrace dyspatch eagleeye easyinsight \
    ecostruxure edamam edenai eightxeight elasticemail elevenlabs enablex endorlabs etherscan ethplorer etsy \
    eventbrite everhour exchangerate extractorapi facebook facepp fastforex fastly feedier fetchrss figma fileio \
    filestack finage financialmodeling findl finicity finnhub fixer_ fleetbase flickr flightapi flightlabs \
    flightstats flowflu flutterwave fmfw formbucket formcraft formio formsite foursquare freshbooks freshdesk \
    freshworks fulcrum fullstory fxmarket geckoboard gengo geoapify geocode geocodify geoipifi getemail getgeoapi \
    getgist getresponse getsandbox github gitlab gitter glassnode gocanvas gocardless goodday graphcms graphhopper \
    groovehq gtmetrix guardianapi gumroad gyazo happyscribe hellosign helpcrunch helpscout hereapi heroku hiveage \
    holidayapi honeycomb html2pdf hubspot hybiscus hypertrack iconfinder iexapis iexcloud imagekit imagga infobip \
    infura insightly instabot instamojo intercom interseller intrinio invoiceocean ip2location ipapi ipgeolocation \
    ipifi ipify ipinfo ipquality ipqualityscore ipstack jenkins jira jotform jumpcloud juro kairos kaleyra kanban \
    karmacrm keenio kickbox klaviyo klipfolio knapsack kontent kraken kucoin kylas languagelayer larksuite \
    launchdarkly leadfeeder lemlist lemonsqueezy lendflow lessannoying lexigram liveagent livestorm lob_ locationiq \
    logentries loggly loginradius logz lokalise looker loyverse lunchmoney luno mailboxlayer mailchimp mailerlite \
    mailgun mailjet mailmodo mailsac mandrill mapbox mapquest marketstack mattermost mavenlink maxmind mediastack \
    meistertask meraki mesibo messagebird metaapi metabase metrilo minhamidia mixmax mixpanel mockaroo mongodb \
    monkeylearn moonclerk moosend moralis mrticktock myexperiment myintervals nasdaq netcore netlify neutrino \
    new_relic newrelic newsapi newscatcher nexmo nftport ngrok nicereply nightfall noticeable nozbe numverify \
    nutritionix nylas nytimes oanda okta omnisend onedesk onelogin onesignal oopspam openai opencage opengraph \
    openuv openweather opsgenie optimizely owlbot packagecloud pagerduty pandadoc pandascore paperform paralleldots \
    parsehub parseur partnerstack pastebin paydirt paymo paypal paystack pdflayer pdfshift peopledata pepipost \
    phantombuster pipedream pipedrive pivotaltracker pixabay plaid planview planyo pollsapi poloniex polygon \
    portainer positionstack postageapp posthog postman postmark powrbot private_ai privateai prodpad proxycrawl \
    pubnub purestake pushbullet pusher pushover qase qualaroo qubole quickmetrics rapidapi rawg razorpay reachmail \
    readme rebrandly recaptcha rechargepayments reddit rentman repairshopr replicate replyio requestfinance restpack \
    revampcrm ringcentral ritekit roaring rocketreach rockset rollbar rownd runrun runscope salesblink salescookie \
    salesflare salesforce salesmate sanity satismeter saucelabs scaleway scalewaykey scalr scrapeowl scraperapi \
    scraperbox scrapestack scrapfly scrapingant scrapingbee screenshotapi screenshotlayer scrutinizer securitytrails \
    selectpdf semaphore sendbird sendgrid sendinblue sentry serphouse serpstack sheety sherpadesk shippo shodan \
    shopify shortcut shotstack shutterstock signable signalwire signaturit signupgenius sigopt simfin simplesat \
    simplynoted simvoly sinch sirv skrapp skybiometry slack smartsheet smooch snipcart snowflake snyk softwareag \
    sonar sourcegraph sparkpost spectral speechtext splunk spoonacular sportsmonk spotify sslmate statuscake \
    statuspage statuspal stitchdata stockdata stormboard stormglass storyblok storychief strava stripe stripo stytch \
    sugester sumo sumologic supernotes surveyanyplace surveybot surveysparrow survicate swiftype tallyfy tatum \
    taxjar teamgate teamwork technicalanalysis tefter telegr telegram teletype telnyx terraform textmagic theoddsapi \
    thinkific thousandeyes ticketmaster tickettailor tiingo timecamp timezoneapi tineswebhook todoist toggl tokeet \
    tomtom tradier transferwise travelpayouts travis trello twelvedata twilio twitch twitter tyntec typeform \
    typetalk ubidots uclassify unifyid unplugg unsplash upcdatabase uplead uploadcare uptimerobot upwave urlscan \
    userflow userstack vagrant vatlayer vbout vercel verimail veriphone versioneye viewneo virustotal visualcrossing \
    voicegain voodoosms vouchery vpnapi vultr walkscore wandb weatherbit weatherstack webex webflow websitepulse \
    wepay whoxy wistia worksnaps workstack wrike yandex yelp youneedabudget youtube zapier zendesk zenkit zenrows \
    zenscrape zenserp zeplin zerobounce zerotier zipapi zipbooks zipcodeapi zipcodebase zoho zonka zulip";
