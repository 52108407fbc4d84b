## Shell
brand-label = Funnel: go to the overview
skip = Skip to the content
nav-label = Main
nav-overview = Overview
nav-domains = Domains
nav-links = Links and pixels
nav-broadcasts = Broadcasts
nav-vault = Vault
nav-requests = Requests
nav-library = Banner library
nav-copy = Copy to domains
nav-webhooks = Webhooks
nav-transfer = Import and export
nav-team = Team and keys
nav-more = More
tabs-label = This domain
tab-page = Page
tab-publish = Publish
tab-why = Why?
tab-smart-links = Smart links
tab-funnel-links = Funnel links
tab-codes = QR codes
tab-statistics = Statistics
tab-setup = Setup
workspace-add = Add a workspace
theme-label = Theme
theme-auto = Theme: auto
theme-light = Theme: light
theme-dark = Theme: dark
sign-out = Sign out
undo = Undo
dismiss = Dismiss
copy = Copy
copied = Copied
offline = The dashboard can't be reached. Please check your connection and try again.
search = Search
next-page = Next page
sort-label = Sort by
sort-name = Name
sort-new = Newest
sort-revenue = Revenue
sort-clicks = Clicks
search-page = Search this page
nothing-found = Nothing matches
nothing-found-words = Try a shorter word, or show the whole list again.
show-all = Show all
all = All
actions = Actions
back = Back
save = Save
edit = Edit
delete = Delete
upload = Upload
yes = yes
no = no
name = Name
state = State
added = Added
updated = Last changed
active = Active
paused = Paused
pause = Pause
resume = Resume
hidden = Hidden
live = Live
failed = Failed
never = Never
when = When
day = Day
days =
    { $n ->
        [one] { $n } day
       *[other] { $n } days
    }
country = Country
countries = Countries
countries-hint = Two-letter codes such as DE, AT, CH. Leave empty for everywhere.
country-hint = A two-letter code such as DE.
language = Language
language-hint = A code such as de or pt-BR.
device = Device
everywhere = Everywhere
email = Email
money = Money

## Sign-in
signin-title = Sign in
signin-key = API key
signin-key-hint = Paste a key of your workspace. A teammate can create one under “Team and keys”.
signin-name = Name of this workspace (optional)
signin-name-hint = Shown in the workspace menu if you hold several keys.
signin-button = Sign in
signin-privacy = Your key is stored encrypted in a cookie that only this dashboard can read. You are signed out after 12 hours without use, and after 30 days at the latest.
signin-empty = Please paste a key first.
signin-refused = This key isn't valid. It may have been revoked, or a character is missing.
signin-too-often = Too many failed sign-ins from your network. Please wait a minute and try again.
signin-ended = Your session has ended because it expired, somebody ended it, or its key was revoked. Please sign in again.
signin-out = You are signed out. See you soon.
signin-out-here = You are signed out in this browser, but the service did not respond. The session may still be open elsewhere: sign in again and end it under “Sessions”.
signin-link-spent = This link has been used or is older than a minute. Please ask for a new one, or paste your key.
link-title = Welcome
link-words = This link signs you in once and works for one minute.
link-button = Sign in now

## Failures
failure-title-cross-site = This request came from another site
failure-words-cross-site = For your safety nothing was changed. Please go back to the dashboard and try again there.
failure-title-too-often = Too many attempts
failure-words-too-often = Please wait a minute and try again.
failure-title-too-slow = That took too long
failure-words-too-slow = The form did not arrive in time. Nothing was changed. Please try again.
failure-title-not-found = We can't find this
failure-words-not-found = It may have been deleted, or the address has a typo.
failure-title-forbidden = Your key doesn't allow this
failure-words-forbidden = Ask somebody who manages your team to grant it. Nothing was changed.
failure-title-busy = Too many requests at once
failure-words-busy = Please wait a minute and try again.
failure-title-unavailable = The service is not responding
failure-words-unavailable = Your pages stay online, and nothing you saved is lost. Please try again in a moment.
failure-title-refused = That didn't work
failure-title-unusable = We can't use this input
failure-request-id = If you ask for help, include this id:
failure-retry = Try again
failure-home = Go to the overview
unusable-rule = The conditions are not a JSON object. Please check the brackets.
unusable-upload = No file was uploaded. Please choose one and try again.
unusable-too-large = This file is larger than 32 MB. Please choose a smaller one.
unusable-time = Please enter a date and time such as 2026-11-23T18:30.

## Statistics
metric-visits = Visits
metric-clicks = Clicks
metric-subs = Subscriptions
metric-revenue = Revenue
metric-scans = Scans
delta-none = No change
delta-new = New
period = Period
chart-of = Shown in the chart
chart-now = This period
chart-before = The period before
chart-label = { $metric } by day over { $days } days. The table below shows the same statistics.
chart-table = Show as a table

## Overview
overview-no-right = You don't have access to statistics. Pick a section from the menu.
top-domains = Top domains
attention-title = Needs attention
attention-look = Check what needs attention
attention-none = All good.
attention-failed = Visitors can't reach it: the DNS record is missing or wrong.
attention-draft =
    { $n ->
        [one] One change is not live yet.
       *[other] { $n } changes are not live yet.
    }
attention-engine = Your account isn't connected, so no links or sales arrive.
attention-token = A pixel needs its access token.
attention-pixel = A pixel reports an error.
engine = Account
engine-none-title = No account is connected
engine-none-words = Once your account is connected, its links, content and sales appear here automatically.
pause-reason-operator = Paused by a person.
pause-reason-gate-closed = Paused: sending is switched off for this workspace.
pause-reason-engine-disconnected = Paused: the account is not connected.
pause-reason-failure-rate = Paused: too many messages failed.
pause-reason-opt-out-rate = Paused: too many fans opted out.

## Domains
domain = Domain
domains-add = Add a domain
domains-search = Search by name or address
domains-empty-title = Your first domain
domains-empty-words = Add your domain, point its DNS here, then build your page.
domains-fix = How to fix it
hostname = Address
hostname-hint = For example links.example.com
display-name = Name
display-name-hint = Your name for it. Visitors see it at the top of the page.
domain-added = The domain is added. See its state and DNS record below.
domain-deleted = The domain is deleted.
domain-delete = Delete this domain
domain-delete-words = Its page goes offline at once. Links and codes on it stop working.
domain-delete-sure = Delete this domain with its page, links and codes? This can't be undone.
buttons = Buttons
infra-active = Online
infra-pending = Waiting for DNS
infra-failed = Not reachable
setup-failed = We couldn't reach this domain:
setup-tried = Last attempt
setup-retry = Check again now
setup-dns = DNS record
setup-dns-words = Set this record where you bought the domain. It can take an hour to take effect.
dns-type = Type
dns-name = Name
dns-target = Points to
dns-target-words = Ask your administrator for the address to enter here.
dns-or-addresses = If your provider allows no CNAME here, for example for a domain without a subdomain, set these addresses instead:
said-setup-tried-again = We are checking the domain again.
said-setup-still-failed = The domain still can't be reached.
said-saved = Saved.
said-deleted = Deleted.
said-uploaded = Uploaded.
said-segment-added = The segment is added.
said-segment-deleted = The segment is deleted.
said-button-added = The button is added.
said-button-deleted = The button is deleted.
said-member-added = The person is added.

## Editor
review-publish = Review and publish
segment = Segment
segments-empty-title = Add your first buttons
segments-empty-words = Buttons belong to a segment: a version of your page for some visitors. Add one for everyone first.
segment-default = For everyone else
segment-experiment = Experiment
segment-countries = Country is { $list }
segment-for = Shown if:
segment-for-all = For every visitor.
segment-for-rest = Everyone not covered by another segment
segment-add = Add a segment
segment-edit = Edit this segment
segment-name = Name of the segment
segment-lang = Language of the page
segment-lang-hint = A code such as de. Leave empty for none.
segment-make-default = Show this to everyone else
segment-delete = Delete this segment
segment-delete-sure = Delete this segment with its buttons? The live page stays as it is until you publish.
rule-and = and
rule-or = or
rule-not = not
rule-more = Conditions
rule-json = Conditions as JSON, for experts
rule-json-hint = If you fill this in, the checkboxes are ignored.
field-country = Country
field-device = Device
field-os = System
field-browser = Browser
field-in-app = App
field-lang = Language
field-channel = Channel
field-referrer-host = Coming from
field-returning = Was here before
field-time = Time of day
field-date = Date
op-in = is
op-eq = is
op-not-in = is not
op-contains = contains
op-starts-with = begins with
op-ends-with = ends with
value-any = Any
value-mobile = Phone
value-tablet = Tablet
value-desktop = Computer
value-ios = iOS
value-android = Android
value-windows = Windows
value-macos = macOS
value-linux = Linux
value-chromeos = ChromeOS
value-instagram = Instagram
value-tiktok = TikTok
value-facebook = Facebook
value-snapchat = Snapchat
value-x = X
value-telegram = Telegram
value-reddit = Reddit
value-threads = Threads
value-linkedin = LinkedIn
value-pinterest = Pinterest
value-wechat = WeChat
value-line = LINE
value-whatsapp = WhatsApp
value-viber = Viber
value-discord = Discord
value-unknown = Another app
value-true = Yes
value-false = No
buttons-empty = No buttons yet. Add the first one for visitors to tap.
button-add = Add a button
button-label = Text
button-url = Leads to
button-url-hint = Paste a link. To use a funnel link, choose it from the list.
button-hidden = Hide it from visitors
button-for = Only if
button-delete = Delete button
button-delete-sure = Delete this button? The live page stays as it is until you publish.
schedule = Schedule
schedule-hint = Leave empty for no start or no end. Once published, the live page changes automatically at that time.
schedule-from = from
schedule-until = until
schedule-not-yet = Not yet
schedule-open = Scheduled
schedule-over = Ended
experiment-about = Show different versions to different visitors. Each visitor always sees the same one.
experiment-key = Name of the experiment
experiment-key-hint = Renaming reassigns every visitor.
experiment-weight = Weight
experiment-share = Share
experiment-arms-hint = Letters, digits, _ or -. Clear a name to remove it.
experiment-winner = Winner
experiment-no-winner = Not decided yet
experiment-start = Start the experiment
experiment-end = End the experiment
experiment-end-sure = End this experiment? After you publish, everybody sees the original buttons.
variants = For each version
variants-hint = Leave blank to keep the button's own text or link.
variant-hidden = Shown
variant-hidden-same = Like the button
variant-hidden-no = Shown
variant-hidden-yes = Hidden
target-paid = Your paid link
target-ftl = Your free-trial link
target-paid-missing = Your paid link (not created yet, see “Funnel links”)
target-ftl-missing = Your free-trial link (not created yet, see “Funnel links”)
drag = Drag to sort, or press Alt and an arrow key
move-up = Move up
move-down = Move down
preview = Preview of the draft
preview-words = This is how the visitor you choose would see your draft.
preview-show = Show
preview-jump = See the preview
look-buttons = Look of the buttons
look-profile = Profile
look-gate = Age gate
look-banner = Banner
look-background = Background
look-share = Link preview
look-in-app = Open outside apps
look-utm = Campaign parameters
look-stock = Standard
look-color = Colour
look-use-color = Use this colour
look-field-shape = Shape
look-field-fill = Fill
look-field-animation = Animation
look-field-anim-speed = Speed
look-field-align = Alignment
look-field-font = Font
look-value-rounded = Rounded
look-value-pill = Pill
look-value-square = Square
look-value-sharp = Sharp
look-value-solid = Solid
look-value-outline = Outline
look-value-glass = Glass
look-value-gradient = Gradient
look-value-shadow = Shadow
look-value-none = None
look-value-pulse = Pulse
look-value-shake = Shake
look-value-bounce = Bounce
look-value-glow = Glow
look-value-shine = Shine
look-value-slow = Slow
look-value-normal = Normal
look-value-fast = Fast
look-value-left = Left
look-value-center = Centre
look-value-right = Right
look-value-light = Light
look-value-dark = Dark
look-value-liquid = Liquid
look-value-top = Top
look-value-bottom = Bottom
profile-status = Status line
profile-status-hint = Up to 60 characters, under your name.
profile-bio = About you
gate-words = Visitors confirm their age before they see the page.
gate-enabled = Ask for their age
gate-mode = How
gate-mode-confirm = One tap
gate-mode-birthdate = Date of birth
gate-blur = Blur the page behind it
canvas-color = Colour beside the page, on computers
background-mobile = Picture for phones
background-desktop = Picture for computers
background-share = Your own picture for the link preview
background-stored = A picture is stored. A new one replaces it.
background-none = PNG, JPEG or WebP.
upload-progress = Progress of the upload
share-words = Chats and social networks show this when somebody shares your page.
share-enabled = Show a preview
share-card-none = The preview has no picture: no character of the title can be drawn. Change the title, or upload your own picture.
share-card-missing = The card leaves out these characters, which can't be drawn: { $characters }
share-title = Title
share-title-hint = Up to 70 characters. If empty, the page's name is used.
share-description = Description
share-description-hint = Up to 200 characters. If empty, the text about you is used.
share-picture = Picture
share-picture-card = A card with title and description
share-picture-upload = My own picture
in-app-words = Instagram and TikTok open links in their own browser, where visitors aren't signed in. Help them switch.
in-app-mode = How
in-app-off = No help
in-app-hint = Show a hint
in-app-auto = Open the browser where the phone allows it
utm-words = Added to your outgoing links so other sites can see the traffic came from you.
utm-source = Source (utm_source)
utm-medium = Medium (utm_medium)
utm-campaign = Campaign (utm_campaign)
utm-hint = You may write {"{button_id}"}, {"{segment}"} and {"{domain}"}. Leave all three empty to add nothing.
banner-enabled = Show the banner
banner-title = Title
banner-body = Text
banner-link = Link
banner-link-none = None
banner-link-manual = An address
banner-link-smartlink = Your smart link
banner-link-text = Text of the link
banner-url = Address of the link
banner-delay = Seconds until it shows
banner-theme = Style
banner-position = Position
conflict-title = Somebody else changed this page in the meantime.
conflict-words = Your change was not saved, so that it does not overwrite theirs. Review the current draft, then make your change again.
conflict-now = Current differences from the live page
conflict-yours = What you wanted to save
conflict-last = Last published by
conflict-reload = Load the newest draft

## Publish
publish-changes =
    { $n ->
        [0] Nothing to publish
        [one] One change to publish
       *[other] { $n } changes to publish
    }
publish-live = Version { $version } is live.
publish-never = This page has never been published. Visitors see nothing yet.
publish-now = Publish now
publish-nothing = The live page is the same as your draft.
publish-conflict = Somebody changed the draft in the meantime. Please review the changes again before you publish.
published = Version { $version } is live.
versions = Versions
versions-empty = Each published version is kept here, so you can go back to it.
version = Version { $n }
version-from = from version { $n }
rollback = Roll back
rollback-sure = Put version { $n } live again? It becomes a new version, so you can undo this as well.
rolled-back = Version { $n } is live again, as version { $version }.
change-added = Added: { $what }
change-removed = Removed: { $what }
change-changed = Changed: { $what }
change-of = { $what } of the { $part }
part-page = page
part-segment = segment
part-button = button
part-name = name
part-label = text
part-url = destination
part-countries = countries
part-match = conditions
part-position = position
part-hidden = visibility
part-is-default = default
part-lang = language
part-ab = experiment
part-variants = variants
part-icon = icon
part-ui = look
part-banner = banner
part-appearance = look
part-notification = banner
part-title = title
part-buttons = buttons
part-profile = profile
part-gate = age gate
part-canvas = colour beside the page
part-canvas-color = colour beside the page
part-background = background
part-design = design
part-share = link preview
part-in-app = opening outside apps
part-utm = campaign parameters
part-picture = picture of the link preview
part-from-ts = start
part-until-ts = end

## Why
why-words = Pick a visitor to see their page, and the reason for everything left out.
why-ask = Ask
why-gets = This visitor gets
why-arm = Version { $arm }
why-no-segment = No segment matches, so the visitor gets an empty page.
why-no-buttons = No buttons for this visitor.
why-segments = Segments in their order
why-buttons = Buttons of the chosen segment
why-chosen = is chosen.
why-other-country = is for other countries.
why-conditions = is left out because this doesn't match: { $list }.
why-later = matches, but a segment above it wins.
why-not-yet = is left out because its schedule has not started.
why-over = is left out because its schedule has ended.
why-shown = is shown.
why-hidden = is hidden from everyone.

## Smart links
smart-empty-title = One link for every visitor
smart-empty-words = A smart link splits its visitors between your paid link and a free trial, by country if you like. Add one below.
smart-add = Add a smart link
smart-added = The smart link is ready to share.
smart-code = QR code
smart-all = All smart links
smart-search = Search by name or address
smart-delete = Delete this smart link
smart-delete-words = Its address stops working. Printed codes will open your page instead.
smart-delete-sure = Delete this smart link? Its address stops splitting visitors at once.
smart-deleted = The smart link is deleted.
slug = End of the address
slug-hint = a-z, 0-9, _ and -, such as vip
split-label = { $paid } paid, { $ftl } free trial
policy = Where visitors go
policy-everywhere = Everywhere
policy-geo = A different split for these countries
policy-geo-hint = Two-letter codes such as DE, AT. Leave empty to remove this row.
policy-geo-add = Add countries
policy-require = Offer the trial only in countries with their own trial link
trial-days = Length of the trial in days
arm-paid = Paid
arm-ftl = Free trial
simulate = What visitors get
simulate-show = Show
simulate-base = The split for “Everywhere” applies.
smart-end = End of this link
smart-end-hint = Leave empty for no end.
smart-expired-url = Where visitors go then
smart-expired-url-hint = An https address. If empty, visitors go to your page.
smart-expired = The link has ended. All visitors go to
simulate-rule = Country rule { $n } applies.
left-out-disabled = switched off
left-out-zero-weight = its share is zero
left-out-no-country-link = no trial link for this country
left-out-not-provisioned = the link is not created yet
left-out-inactive = the link is paused
left-out-expired = the smart link has ended

## Funnel links
funnel-words = Funnel links lead visitors from your buttons to your account, so that each sale can be traced back. Nothing is created until you apply the plan.
trial-countries = Free trials for
trial-countries-hint = Countries that get a trial link of their own, such as DE, US.
paid-countries = Paid link for
paid-countries-rest = All other countries
paid-countries-none = Nobody
default-paid = Also for buttons of the default segment
funnel-plan = Plan
funnel-all = See all tracked links with their statistics
funnel-made = Links of this domain
funnel-none-title = No funnel links yet
funnel-none-words = Plan them above, review the plan, and apply it. Their statistics appear here.
plan = Plan
plan-counts = { $made } new, { $adopted } found on your account, { $kept } unchanged
plan-apply = Apply
plan-does = What happens
plan-item-new = New
plan-item-exists = Unchanged
plan-item-adoptable = Found on your account
plan-applied =
    { $stamped ->
        [one] Done: { $made } created, { $adopted } found on your account, { $kept } unchanged. { $stamped } button leads to them.
       *[other] Done: { $made } created, { $adopted } found on your account, { $kept } unchanged. { $stamped } buttons lead to them.
    }
plan-unresolved =
    { $n ->
        [one] { $n } link could not be created yet. Apply again in a moment; nothing is created twice.
       *[other] { $n } links could not be created yet. Apply again in a moment; nothing is created twice.
    }
offer = Offer
link-paused =
    { $n ->
        [one] The link is paused; { $n } button was changed.
       *[other] The link is paused; { $n } buttons were changed.
    }
link-resumed =
    { $n ->
        [one] The link is active again; { $n } button was changed.
       *[other] The link is active again; { $n } buttons were changed.
    }

## Links and pixels
links-words = Every link of your account with its statistics, and the pixels that get its conversions.
links-search = Search by name
links-empty-words = Create funnel links for a domain to see them here.
link = Link
per-sub = Per subscription
drift-foreign = from an account connected earlier
pixels = Pixels
destinations = Link checker
destinations-words = Once a day we check that the addresses behind your buttons and ended smart links still work.
destinations-states = State of the address
destination-all = All
destination-broken = Broken
destination-ok = Works
destination-unknown = Not known yet
destination-since = broken since
destination-not-yet = Not checked yet
destination-check = Check now
destination-checked-broken = Checked: it is broken.
destination-checked-ok = Checked: it works.
destination-checked-unknown = Checked. One more check is needed to be sure.
destinations-empty-title = No address here
destinations-empty-words = New addresses appear here within an hour.
destinations-off-title = Link checking is off
destinations-off-words = Switch it on to learn when an address stops working. Each website gets at most one request per second.
destinations-begin = Check once a day
destinations-began = Link checking is on. The first addresses appear in a moment.
destinations-end = Stop checking
destinations-end-words = The results so far are deleted.
destinations-end-sure = Stop checking your links? The results so far are deleted at once.
destinations-ended = Link checking is off. The results are deleted.
pixels-of = Pixels of { $link }
pixels-words = A pixel tells an ad platform about subscriptions and sales of this link. Fans are identified by hashes only.
pixel-none = Not set up
pixel-waiting = Needs a token
pixel-failing = Failing
pixel-healthy = Healthy
pixel-id = Pixel id
pixel-token = Access token
pixel-token-hint = It is stored encrypted, and never shown again.
pixel-token-kept = One is stored. Leave this empty to keep it.
pixel-active = Send conversions
pixel-user-agent = Also send which browser the visitor used
pixel-user-agent-hint = Meta counts conversions of your site only with this. Each click then keeps the visitor's user agent for up to seven days. Say so in your privacy policy.
pixel-sends-user-agent = Sends the visitor's user agent
event-test = Test
pixel-test = Send a test event
pixel-tested = The test event { $event } was sent. The platform says:
pixel-delete-sure = Delete this pixel? It gets no more conversions.
pixel-deleted = The pixel is deleted.
deliveries = Deliveries
deliveries-of = Deliveries to { $platform }
deliveries-empty-title = No deliveries yet
deliveries-empty-words = The next conversion of this link shows up here with the platform's answer.
delivery-pending = On its way
delivery-delivered = Delivered
delivery-waiting-token = Waits for a token
delivery-parked = Given up
action-source-no-user-agent = not sent as a website event: without the visitor's user agent
parked-too-old = too old for the platform
parked-refused = the platform refused it
parked-exhausted = too many attempts
parked-pixel-deleted = the pixel was deleted
event = Event
last-answer = Last answer
attempts = Attempts
redrive = Send again
redriven = { $n ->
        [one] One delivery is sent again.
       *[other] { $n } deliveries are sent again.
    }

## QR codes
code = Code
codes-empty-title = Your first code
codes-empty-words = Print it on a flyer or show it in a video. Each scan is counted, and the code keeps working when you change your page.
codes-all = All codes
code-add = Create this code
code-added = The code is ready.
code-slug = End of the address
code-slug-hint = a-z, 0-9, _ and -. Leave empty for the main code of the domain.
code-alt = QR code that leads to { $address }
code-edit = Change this code
code-leads = Leads to
code-leads-page = The page of this domain
code-leads-hint = You can point a printed code elsewhere at any time. If its link is paused or deleted, visitors get the page.
code-active = Count scans of this code (when off, scans still redirect, but are not counted)
channel = Channel
channel-hint = Where people find it, such as print.
studio = QR studio
studio-words = { $n } designs that scanners read well. Choose one; you can change it later, and printed codes stay valid.
studio-design = Design
design-kept = Keep the design
download-png = Download PNG
download-svg = Download SVG
scan-good = Scanners read this code well.
scan-warn = Some scanners may struggle with this code.
scan-facts = Contrast { $contrast }, error correction { $ecl }, quiet zone { $quiet }.

## Statistics
source = Source
source-direct = Direct or unknown
sources = Sources
sources-empty-title = No visitors yet
sources-empty-words = Share the page, a smart link or a code. The sources of your visitors appear here.
spenders = Spenders
spenders-total =
    { $n ->
        [one] { $n } fan spent { $money } in this period.
       *[other] { $n } fans spent { $money } in this period.
    }
spenders-search = Search by name
spenders-empty-title = Nobody to show
spenders-empty-words = Fans who spend after coming through this domain appear here.
fan = Fan
spent = Spent
purchases = Purchases
returning = Returning
last-purchase = Last purchase
explain = Why this fan?
explain-title = Why { $fan } counts here
explain-words = Each event of this fan, and what it does to the statistics of this domain.
explain-model = Model
explain-anchor = First counted
explain-effect = Effect
explain-basis = Based on
effect-purchase = Counts as a purchase
effect-adjustment = Corrects an amount
effect-no-money = No money moved
effect-other-currency = Paid in another currency
effect-outside-window = Outside this period
effect-pre-anchor = Before the fan came through this domain
effect-unattributed = Not traced to a domain
effect-other-domain = Belongs to another domain
basis-click-ref = A click on
basis-link = A funnel link of
link-ours = We counted
link-theirs = The platform counted
link-totals =
    { $n ->
        [one] { $n } spender, { $money }
       *[other] { $n } spenders, { $money }
    }
other-currencies = { $money } in other currencies is not part of the totals.
conversions = Conversions
conversions-title = What fans did
conversions-words = Subscriptions, payments and messages, newest first, including those without a domain.
conversions-everywhere = All domains
conversions-kinds = Types of conversions
conversions-kind-all = All
conversions-kind-new-subscriber = Subscriptions
conversions-kind-new-transaction = Payments
conversions-kind-message-received = Messages
conversions-kind-fan-sent-3-messages = Third messages
conversions-empty-title = No conversion yet
conversions-empty-words = Share the page, a smart link or a code. Conversions appear here as soon as your account reports them.
conversion-new-subscriber = Subscription
conversion-new-transaction = Payment
conversion-message-received = Message
conversion-fan-sent-3-messages = Third message
conversion-type = Type
conversion-source = Source or link
conversion-fan = Fan id
conversion-net = Net
transaction-subscription = subscription
transaction-tip = tip
transaction-message = paid message
transaction-post = post
transaction-refund = refund

## Vault and requests
vault-sort-buyers = Buyers
vault-sort-tips = Tips
vault-sort-sales = Sales
vault-total =
    { $n ->
        [one] Your vault has { $n } item.
       *[other] Your vault has { $n } items, the best first.
    }
vault-empty-title = The vault is empty
vault-empty-words = Content of your account appears here with its revenue.
content = Content
media-photo = Photo
media-video = Video
media-audio = Audio
media-gif = GIF
buyers = Buyers
tips = Tips
likes = Likes
sales-captured = Captured sales
sales-empty = No sales captured yet.
standalone = Sold alone
bundles = Bundles
bundles-empty = Not sold in a bundle yet.
bundle-facts =
    { $media ->
        [one] { $media } file, sold { $sold }×
       *[other] { $media } files, sold { $sold }×
    }
rank = Rank
request-all = All
request-new = New
request-in-progress = In progress
request-fulfilled = Fulfilled
request-declined = Declined
requests-empty-title = No requests here
requests-empty-words = When a fan asks for something, it appears here for you to respond.
request-start = Start working on it
request-fulfill = Fulfil
request-decline = Decline
request-send = Send to the fan
request-reason = Why not?
request-said-in-progress = You are working on it.
request-said-fulfilled = The fan gets it now.
request-said-declined = The request is declined.
media-ids = Media ids
media-ids-hint = Numbers from the vault, separated by commas.
media = Media

## Broadcasts
broadcast-add = New broadcast
broadcast-added = The draft is saved. Review it, then launch it.
broadcasts-empty-title = Write to your fans
broadcasts-empty-words = A broadcast reaches the fans you choose at a pace you set. It stays a draft until you launch it.
campaign-draft = Draft
campaign-scheduled = Scheduled
campaign-running = Running
campaign-paused = Paused
campaign-finished = Finished
campaign-cancelled = Cancelled
campaign-failed = Failed
campaign-said-scheduled = The broadcast is scheduled.
campaign-said-running = The broadcast is running.
campaign-said-paused = The broadcast is paused.
campaign-said-cancelled = The broadcast is cancelled.
campaign-said-draft = The broadcast is a draft again.
campaign-said-finished = The broadcast is finished.
finish-reason-done = Everybody was reached.
finish-reason-auto-stop = A limit that you set was reached.
finish-reason-end-at = The end that you set was reached.
mode = Timing
mode-segmented = All fans in turn
mode-tiered = By tier
mode-drip = A few at a time
mode-online = When they are online
launch = Launch
launch-sure = Launch this broadcast now? Sent messages can't be recalled.
discard = Discard
unschedule = Back to draft
cancel-campaign = Cancel
cancel-sure = Cancel this broadcast? Fans who have no message yet get none. This can't be undone.
draft-words = Nothing is sent until you launch.
progress = { $done } of { $whole }
progress-label = Progress
next-send = Next message
finish-about = Finished about
counter-matched = Matched
counter-sent = Sent
counter-pending = Waiting
counter-failed = Failed
counter-replied = Replies
counter-purchased = Purchases
message = Message
audience = Audience
price = Price
price-hint = In dollars. Leave empty for free. A price needs media.
pace = Pace
per-minute = { $n } per minute
per-minute-label = Messages per minute
starts = Starts
starts-hint = Leave empty to start when you launch it.
max-sends = Stop after this many messages
stop-on-reply = Stop when a fan replies
report = Report
sent-by-hour = Sent by hour
screened-title = Left out, and why
screened-cooldown = Got a message recently
screened-quiet-hours = Quiet hours
screened-excluded = Excluded by you
screened-opted-out = Opted out
screened-third-message = Two messages without a reply
audit = History
tier = Tier
tier-all = All fans
tier-whale = Top spenders
tier-spender = Spenders
tier-free = Free fans
tier-trial = On trial
fan-status = Subscription
fan-status-any = Any
fan-status-active = Active
fan-status-expired = Expired
min-spent = Spent at least (dollars)
max-spent = Spent at most (dollars)
last-seen = Last seen within (days)
seen-within =
    { $n ->
        [one] seen within { $n } day
       *[other] seen within { $n } days
    }
count = Count
audience-count = { $selected } of { $matched } matching fans would get it now.
audience-small = Fewer than { $n } fans match. To protect them, the exact number isn't shown.
broadcast-title = Title
broadcast-title-hint = Only your team sees it.
message-text = Text
message-hint = At most 1,000 characters without media. The platform filters contact details and words about payment.
wizard-draft = This is saved as a draft. You can review it before anything is sent.
gate-closed = Nothing can be sent at the moment.
gate-closed-by-server = Broadcasts are switched off for the whole service.
gate-closed-by-owner = Broadcasts are switched off for this workspace.
gate-closed-then = You can already write and save a draft. You can launch it once your administrator has switched broadcasts on.
wizard-save = Save the draft

## Library and copies
library-words = Banners that you keep here can be shown on many domains. A change appears everywhere after the next publication.
library-empty-title = Keep a good banner
library-empty-words = Write one below, or copy one from a domain.
preset-add = New banner
preset-capture = Copy one from a domain
preset-assign = Show it on
preset-assign-button = Show
preset-assigned = The banner is on this draft now. Publish to show it to visitors.
preset-delete-sure = Delete this banner from the library? Domains that show it keep their copy.
copy-words = Parts of one draft replace the same parts of other drafts. Live pages stay unchanged until you publish them.
copy-from = Copy from
copy-to = Copy to
copy-parts = What to copy
copy-part-buttons-segments = Segments and buttons
copy-part-bg = Background
copy-part-ui = Look
copy-part-notification = Banner
copy-do = Copy
copy-sure = Replace these parts in the chosen drafts?
copy-done = { $good } of { $all } drafts were changed
copy-empty-title = You need two domains
copy-empty-words = With a second domain you can reuse a page that works.

## Team
your-rights = What your key allows
granted = granted
not-granted = not granted
expires = Ends
usage = Your plan
usage-domains = Domains
usage-files = Uploaded files
usage-bytes = Space for files
usage-of = { $used } of { $allowed }
usage-without-end = { $used }, unlimited
usage-full = The limit is reached.
usage-domains-full = Your plan allows no more domains. Delete one, or ask your administrator for a larger plan.
plan-name-free = Free
plan-name-pro = Pro
plan-name-agency = Agency
right-landings = Landing pages
right-appearance = Look
right-notifications = Banners
right-links = Links and pixels
right-qr = QR codes
right-stats = Statistics
right-vault = Vault
right-broadcasts = Broadcasts
right-team = Team
right-keys = Keys
right-integrations = Webhooks and data
cap-view = see
cap-edit = edit
cap-register = add domains
cap-edit-content = edit pages
cap-copy = copy
cap-publish = publish
cap-library = library
cap-create = create
cap-provision = create links
cap-toggle = pause
cap-pixels = pixels
cap-sources = by source
cap-links = by link
cap-respond = respond
cap-preview = count the audience
cap-deliver = launch
cap-mint = create
cap-revoke = revoke
cap-overview = see the overview
cap-webhooks = manage webhooks
cap-import = import
cap-export = export
keys = Keys
key-scopes = Access
key-used = Last used
key-days-left =
    { $n ->
        [0] Ends today
        [one] { $n } day left
       *[other] { $n } days left
    }
key-mint = Create a key
key-name-hint = Who or what uses it, such as “Ada's laptop”.
key-ends = Ends after
key-no-end = Never
key-for = For
key-for-owner = The workspace itself
key-rotate = Rotate
key-rotate-sure = Create a new token for this key? The old one keeps working for a day.
key-revoke = Revoke
key-revoke-sure = Revoke this key? Whoever uses it is signed out at once. This can't be undone.
key-revoke-webhooks =
    { $n ->
        [one] Its webhook stops: { $names }.
       *[other] Its { $n } webhooks stop: { $names }.
    }
key-revoked = The key is revoked.
scope-read = read
scope-write = write
rights-label = What is allowed
rights-all = Everything
rights-some = Only what you tick
rights-of-people = Access of each person
token-title = Copy this token now. It is shown only once.
token-words = Keep it like a password. If it gets lost, rotate the key.
token-done = I have copied it
members = People
members-empty-title = Work together
members-empty-words = Add the people of your team, and give each of them a key.
member-add = Add a person
member-everything = May do everything.
member-delete = Remove this person
member-delete-sure = Remove this person? Their keys stop working at once.
member-delete-webhooks =
    { $n ->
        [one] The webhook of their keys stops: { $names }.
       *[other] The { $n } webhooks of their keys stop: { $names }.
    }

## Style guide
guide-title = Style guide
guide-buttons = Buttons
guide-primary = Main action
guide-plain = Other action
guide-quiet = Quiet
guide-danger = Deletes something
guide-disabled = Not available
guide-states = States
guide-note = One sentence that says what happened, and one that says what to do.
guide-fields = Fields
guide-stats = Statistics

## Statistics that are split, experiments, audit log
nav-audit = Audit log
splits = Who visits
split-by = Split by
split-country = Country
split-device = Device
split-browser = Browser
split-referrer = Coming from
split-button = Button
split-arm = Experiment
split-hour = Hour
split-unknown = Unknown
split-bots = Bots are not counted ({ $visits } visits, { $clicks } clicks).
split-others =
    { $n ->
        [one] One other
       *[other] { $n } others
    }
experiment = Experiment
experiment-enough = enough visitors
experiment-early = too early to tell
experiment-arm = Version
experiment-rate = Subscribed
experiment-best = Likely the best
experiment-words = The true share is in this range in 95 of 100 cases. A best version is named once each has had 100 visitors.
experiment-edit = Edit the page
audit-title = Who changed what
audit-words = Every change of the last 400 days, newest first.
audit-search = Search by domain
audit-kinds = Kinds of changes
audit-kind-all = All
audit-kind-landing = Pages
audit-kind-domain = Domains
audit-kind-smart-link = Smart links
audit-kind-funnel-link = Funnel links
audit-kind-qr-code = QR codes
audit-kind-key = Keys
audit-kind-member = People
audit-kind-pixel = Pixels
audit-kind-engine = Account
audit-kind-broadcast = Broadcasts
audit-kind-preset = Banners
audit-kind-request = Requests
audit-kind-webhook = Webhooks
audit-kind-destination-health = Link checker
audit-kind-gate = Sending
audit-kind-fan = Fans
audit-action-landing-edit = Page edited
audit-action-landing-publish = Page published
audit-action-landing-rollback = Page rolled back
audit-action-domain-register = Domain added
audit-action-domain-provision = Domain checked
audit-action-domain-rename = Domain renamed
audit-action-domain-delete = Domain deleted
audit-action-smart-link-create = Smart link added
audit-action-smart-link-change = Smart link changed
audit-action-smart-link-delete = Smart link deleted
audit-action-funnel-link-configure = Funnel links planned
audit-action-funnel-link-provision = Funnel links created
audit-action-funnel-link-switch = Funnel link switched
audit-action-qr-code-create = QR code created
audit-action-qr-code-change = QR code changed
audit-action-key-mint = Key created
audit-action-key-rotate = Key rotated
audit-action-key-revoke = Key revoked
audit-action-member-add = Person added
audit-action-member-change = Person changed
audit-action-member-remove = Person removed
audit-action-pixel-create = Pixel set up
audit-action-pixel-change = Pixel changed
audit-action-pixel-delete = Pixel deleted
audit-action-engine-connect = Account connected
audit-action-engine-disconnect = Account disconnected
audit-action-broadcast-create = Broadcast created
audit-action-broadcast-change = Broadcast changed
audit-action-broadcast-launch = Broadcast launched
audit-action-broadcast-pause = Broadcast paused
audit-action-broadcast-resume = Broadcast resumed
audit-action-broadcast-unschedule = Broadcast unscheduled
audit-action-broadcast-cancel = Broadcast cancelled
audit-action-preset-create = Banner added
audit-action-preset-change = Banner changed
audit-action-preset-delete = Banner deleted
audit-action-preset-assign = Banner shown on a domain
audit-action-request-start = Request started
audit-action-request-fulfill = Request fulfilled
audit-action-request-decline = Request declined
audit-action-destination-health-switch = Link checker switched on or off
audit-action-webhook-create = Webhook added
audit-action-webhook-change = Webhook changed
audit-action-webhook-rotate = Secret of the webhook rotated
audit-action-webhook-delete = Webhook deleted
audit-action-webhook-redeliver = Message sent again
audit-action-webhook-redrive = Failed messages sent again
audit-action-pixel-redrive = Failed deliveries sent again
audit-action-gate-open = Sending switched on
audit-action-gate-close = Sending switched off
audit-action-fan-erase = Fan erased
subject-domain = domain
subject-smart-link = smart link
subject-funnel-link = funnel link
subject-qr-code = QR code
subject-api-key = key
subject-key = key
subject-member = person
subject-pixel = pixel
subject-engine = account
subject-broadcast = broadcast
subject-preset = banner
subject-request = request
subject-destination-health = link checker
subject-owner = workspace
subject-account = account
subject-webhook = webhook
subject-gate = sending
subject-fan = fan
audit-empty-title = Nothing here yet
audit-empty-words = Changes appear here as soon as somebody makes one.
audit-values = Show the values
audit-before = Before
audit-after = After
audit-cli = by the administrator, on the command line
audit-key = by the key

## Moments
moment-utc = (UTC)
moment-since = Since
moment-start = Start
moment-at = Time
moment-from = From
moment-until = Until

## Webhooks
webhooks-words = A webhook notifies your server as soon as something happens. Your server can verify each message.
webhooks-empty-title = Notify your own systems
webhooks-empty-words = Add the address of a server below. It gets conversions, publications, broadcasts and more as they happen.
webhooks-all = All webhooks
webhook-of = Webhook: { $name }
webhook-add = Add a webhook
webhook-url = Address
webhook-url-hint = An https address that accepts a POST and responds within 15 seconds.
webhook-description = What is it for? (optional)
webhook-description-hint = Your name for it, such as “CRM”.
webhook-events = Events to send
webhook-all = Everything
webhook-all-later = Everything, including events added later
webhook-event-domain-active = Domain is online
webhook-event-domain-failed = Domain not reachable
webhook-event-landing-published = Page published
webhook-event-link-changed = Link changed
webhook-event-conversion-created = Conversion
webhook-event-request-created = Request of a fan
webhook-event-broadcast-finished = Broadcast finished
webhook-event-broadcast-paused = Broadcast paused
webhook-event-pixel-failing = Pixel failing
webhook-event-key-created = Key created
webhook-event-key-revoked = Key revoked
webhook-event-webhook-test = Test
webhook-event-webhook-disabled = Webhook switched off
webhook-event-destination-broken = Link target broken
webhook-event-destination-mended = Link target works again
webhook-switched-off = Switched off
webhook-disabled-gone = We switched it off because its server responded with 410 (gone). Resume it once the server is back.
webhook-disabled-failing = We switched it off because it failed for five days. Fix the server, send a test, then resume it.
webhook-withheld = These events are not sent because the key that created this webhook can't read them. If that key is gone, pause and resume the webhook to make it yours.
webhook-secret-title = Copy this secret now. It is shown only once.
webhook-secret-words = Your server verifies our signatures with it. If it gets lost, rotate it.
webhook-secret-done = I have copied it
webhook-test = Send a test
webhook-tested-good = The server accepted the test message. Its response:
webhook-tested-bad = The server didn't accept the test message. The result:
webhook-paused = The webhook is paused. New events are not sent to it; pending messages wait.
webhook-resumed = The webhook is active again.
no-answer-dns = The name has no internet address
no-answer-tls = No secure connection
no-answer-redirects = Too many redirects
no-answer-timeout = No response in time
no-answer-connection = No connection
no-answer-refused = The server refused the connection
no-answer-forbidden-address = The address is not public
no-answer-withheld = Not sent: the key of the webhook can't read this event
webhook-deliveries-words = Messages of the last 30 days, newest first.
webhook-deliveries-empty = The next event appears here with the server's response.
webhook-delivery-pending = On its way
webhook-delivery-delivered = Delivered
webhook-delivery-failed = Given up
webhook-history = Attempts and message
webhook-next-try = Next attempt
redeliver = Send again
webhook-redelivered = The message is being sent again.
webhook-edit = Edit this webhook
webhook-redrive = Send failed deliveries again
webhook-redrive-words = Sends every delivery since this time that failed or waits for a retry, with the same id.
webhook-rotate = Rotate the secret
webhook-rotate-words = You get a new secret. During the overlap each message is signed with both, so nothing is lost while you update your server.
webhook-rotate-sure = Create a new secret for this webhook?
webhook-overlap = The old secret ends
overlap-0 = At once
overlap-3600 = After an hour
overlap-86400 = After a day
overlap-604800 = After a week
webhook-delete = Delete this webhook
webhook-delete-words = Nothing is sent to it any more, and its deliveries are deleted.
webhook-delete-sure = Delete this webhook with its secret and its deliveries? This can't be undone.
webhook-deleted = The webhook is deleted.

## Faults at fields
fault-marked = Nothing was changed yet. Please check the marked fields below.
fault-slug-invalid-slug = { code-invalid-slug }
fault-smart-link = This smart link no longer exists. Please choose another one.
fault-slug-slug-taken = { code-slug-taken }
fault-slug-slug-reserved = { code-slug-reserved }
fault-logo = This picture can't be used. Please choose another one, or upload it again.
fault-picture-invalid-file = We can't read this file as a picture. Please choose a PNG, JPEG or WebP.
fault-picture-unsupported-media-type = { fault-picture-invalid-file }
fault-picture-payload-too-large = This picture is larger than 10 MB. Please choose a smaller one.
fault-picture-file-quota-reached = Your file storage is full. Your administrator can give you more.
fault-frame-text-too-long = This is too long for a frame. Please use at most 40 characters.
fault-frame-text-pattern = A call to action is one line. Please remove the line break.
fault-frame-text-value-error = This typeface lacks some of these characters. Please choose another typeface, or remove them. No typeface has emoji.
fault-frame-text-enum = This typeface is unknown. Please choose one from the list.
fault-frame-color = Please choose a colour.
fault-size-mm = Please give a width from 20 to 500 millimetres.
fault-copies = Please give a number from 1 to 1,000.
fault-copies-too-many = A sheet holds at most 1,000 codes. Please print fewer copies, or fewer codes at once.
fault-ids = At most 100 different codes fit on a sheet. Please tick fewer.
fault-parts = Please tick at least one part.
fault-export-domain = This domain no longer exists. Please choose another one.
fault-import-domain-domain-not-found = { fault-export-domain }
fault-import-domain-missing = This file names no domain. Please choose the domain for its links.
fault-file-none = Please choose a file first.
fault-file-empty = This file is empty.
fault-file-ending = We can't recognise this file by its name. It must end in .json, .zip, .csv, .tsv, .txt or .html.
fault-file-json = This file is not valid JSON: see line { $line }, column { $column }. Please export it again, or fix that place.
fault-file-missing = This JSON file is not an export of this service. Please choose one that was downloaded here.
fault-file-extra-forbidden = { fault-file-missing }
fault-file-object-type = { fault-file-missing }
fault-file-payload-too-large = This file is too large: the limit is 10 MB and 100,000 rows, or 32 MB for a .zip. Please export your domains one by one, or import on the command line, which accepts up to 256 MB.

## Print
studio-preview = Preview of the code
studio-not-drawn = The code can't be drawn yet. Please check the marked fields.
studio-check = Show the preview
picture = Picture in the middle
picture-none = None
picture-n = Picture { $n }
picture-upload = Upload a picture
picture-hint = PNG, JPEG or WebP, up to 10 MB. A square picture on a plain background works best.
picture-size = Size of the picture
picture-size-small = Small
picture-size-medium = Medium
picture-size-large = Large
picture-size-kept = As it is
frame = Frame
frame-text = Call to action
frame-text-hint = Up to 40 characters, such as “Scan me”. Empty means no frame.
frame-font = Typeface
frame-color = Colour of the frame
frame-own = Use this colour instead of the code's
files-screen = For screens
files-print = For a print shop
files-print-words = The files have trim and bleed boxes and cutting marks. Colours are RGB; the print shop converts them. Please scan a proof before you print many.
png-width = { $n } pixels wide
png-size = Size
download-pdf = Download PDF
download-eps = Download EPS
print-width = Width in millimetres
print-width-hint = From 20 to 500. The trimmed print is 6 mm wider; with 3 mm bleed on every side, 12 mm wider.
sheet = Print sheet
sheet-words = Tick the codes in the list above. Without a tick, the sheet holds the first 100 codes of the domain.
sheet-tick = { $code } on the print sheet
sheet-copies = Copies of each
sheet-copies-hint = Up to 1,000 codes in all.
sheet-download = Download the sheet as PDF
paper = Paper
paper-a4 = A4
paper-letter = Letter
scan-why-eye-frame-not-read-by-all = Some scanners can't read the shape around its corners.
scan-why-eye-dot-weak = The dots in its corners are thin.
scan-why-background-dark = Its background is dark.
scan-why-contrast-below-7 = Its colours have little contrast.
scan-why-code-small-on-card = Its corners are so round that little room is left for the code.

## Import and export
transfer-words = Export your data as a file to keep or edit, and import it here or elsewhere. The file contains no passwords, keys or statistics.
export = Export
export-words = One file with all your pages, links and codes.
export-what = What to export
export-all = The whole workspace
export-parts = Parts
export-part-domains = Domains with their pages
export-part-smartlinks = Smart links
export-part-qr = QR codes
export-part-library = Library of banners
export-part-members = Team
export-json = Download as JSON
export-zip = Download with files
export-csv = Links as CSV
export-zip-words = The download with files is a zip with your uploaded pictures and sounds, for another workspace or as a copy.
export-csv-words = The CSV is a table of all buttons. You can edit it in a spreadsheet, and import it again.
import = Import
import-words = First we show what would happen to each row. Nothing changes until you confirm.
import-file = File
import-file-hint = An export (.json up to 10 MB, or .zip up to 32 MB), a table of links (.csv or .tsv, also of Bitly, Dub, Kutt, YOURLS, Shlink, Rebrandly or Linktree), a list of addresses (.txt) or the bookmarks of a browser (.html), up to 10 MB each.
import-domain = Domain
import-domain-named = As named in the file
import-domain-hint = For lists, bookmarks and tables that don't name your domain.
import-conflict = Existing entries
import-conflict-hint = For exports only. Identical entries always stay unchanged.
import-conflict-skip = Stay unchanged
import-conflict-replace = Are replaced
import-conflict-fail = Stop the import of their domain
import-partial = Import the good rows alone
import-partial-hint = For links only. Rows with errors are left out and listed. Otherwise nothing of their domain is imported.
import-partial-offer = To import the good rows alone, tick “{ import-partial }” above, and preview again.
import-failed-left-out =
    { $n ->
        [one] One row can't be imported and is left out.
       *[other] { $n } rows can't be imported and are left out.
    }
import-passed-over =
    { $n ->
        [one] One bookmark is no web address, and was passed over.
       *[other] { $n } bookmarks are no web addresses, and were passed over.
    }
import-try = Preview the import
import-tried = Preview of the import
import-done = Done:
import-other = This isn't the file or the choice that you previewed. Nothing was changed. This is what would happen now.
import-failed =
    { $n ->
        [one] One row can't be imported, so nothing of its domain is imported. Other domains are not affected.
       *[other] { $n } rows can't be imported, so nothing of their domains is imported. Other domains are not affected.
    }
import-go-words = If this is right, import it. Pages change when you publish them; links and codes change at once.
import-go =
    { $n ->
        [one] Import one change
       *[other] Import { $n } changes
    }
import-again = Choose the same file again before you import it.
import-nothing = There is nothing to change.
import-next = Publish the pages to show the changes. Review them first.
import-rows = Row by row
import-row = Place
import-hidden =
    { $n ->
        [one] { $n } more row is not shown here. Failed rows come first.
       *[other] { $n } more rows are not shown here. Failed rows come first.
    }
import-part-domains = Domain
import-part-smartlinks = Smart link
import-part-qr = QR code
import-part-line = Line
row-created = New
row-replaced = Replaced
row-skipped = Unchanged
row-failed = Not possible
unusable-answer = The service's response can't be read. Please check whether the import succeeded before you try again.

## Sessions

nav-sessions = Sessions
sessions-words = Everybody who is signed in with the key of this workspace. A session ends after 12 hours without use, after 30 days, or when its key is revoked.
session-browser = Browser
session-browser-unknown = Unknown browser
session-own = This session
session-begun = Signed in
session-seen = Last seen
session-ends = Ends at the latest
session-end = End
session-ended = The session has ended.
sessions-end-others = End all others
sessions-end-others-sure = End all other sessions of this key? Everybody else who uses it has to sign in again.
sessions-others-ended = All other sessions have ended.
sessions-end-all = Sign out everywhere
sessions-end-all-sure = Sign out everywhere? This ends every session of this key, here and in all other browsers.

## Questions before a write
sure-title = Are you sure?
sure-yes = Yes, go ahead
sure-no = No, go back
discard-sure = Discard this draft?

## Errors of the API
code-invalid-scope = Please choose whether the key may read, write, or both.
code-invalid-request = Something in this form can't be used. Please check it.
code-copy-same-domain = A page can't be copied to itself.
code-canvas-color-invalid = Please choose a colour.
code-landing-ui-invalid = Something in this form can't be used. Please check it.
code-invalid-slug = Please use up to 32 of these: a-z, 0-9, _ and -.
code-slug-reserved = This address is used for something else. Please choose another one.
code-invalid-policy = Something in this split can't be used. Please check the countries and shares.
code-invalid-platform = This platform is unknown.
code-invalid-pixel-id = This pixel id is not valid. Please copy it from your ad platform.
code-token-required = A new pixel needs its access token.
code-unauthorized = Your session has ended. Please sign in again.
code-scope-escalation = You can't give a key more than your own key has.
code-beyond-own-rights = This is beyond what your own key allows.
code-insufficient-scope = Your key may only read.
code-insufficient-rights = Your key doesn't allow this.
code-domain-cap-reached = Your plan allows no more domains. Delete one, or ask your administrator for a larger plan.
code-file-quota-reached = Your file storage is full. Your administrator can give you more.
code-domain-not-found = This domain no longer exists.
code-segment-unknown = This segment no longer exists.
code-segment-not-found = This segment no longer exists.
code-link-not-found = This link no longer exists.
code-smart-link-not-found = This smart link no longer exists.
code-qr-not-found = This code no longer exists.
code-preset-not-found = This banner no longer exists.
code-button-not-found = This button no longer exists.
code-key-not-found = This key no longer exists.
code-broadcast-not-found = This broadcast no longer exists.
code-version-not-found = This version is no longer kept.
code-member-not-found = This person is no longer in the team.
code-session-not-found = This session has already ended.
code-webhook-not-found = This webhook no longer exists.
code-delivery-not-found = This delivery is no longer kept.
code-destination-not-found = No button or link uses this address any more.
code-segment-default-required = A page needs one segment for everyone else. Make another one that first.
code-segment-not-empty = This segment still has buttons.
code-slug-taken = This address is taken, or was used before. Please choose another one.
code-domain-taken = This domain is already registered.
code-hostname-quarantined = Another account gave this domain up a few days ago. It is free a week after that.
code-hostname-unproven = Another account had this domain lately. Please set the DNS record that proves it is yours, then try again.
code-notification-empty = The banner of this domain is empty.
code-preset-name-taken = Another banner has this name. Please choose another one.
code-preset-incomplete = This banner needs a title and a text before it can be shown.
code-engine-not-connected = No account is connected.
code-link-foreign = This link belongs to an account that was connected earlier.
code-broadcast-gate-closed = Nothing can be sent at the moment: broadcasts are switched off.
code-invalid-transition = This is no longer possible in its present state. Please reload the page.
code-idempotency-conflict = This was already sent, or is still being done. Please check the result before you try again.
code-precondition-failed = Somebody else changed this in the meantime. Please reload the page.
code-payload-too-large = This is too large.
code-unsupported-media-type = Files of this kind can't be used.
code-invalid-file = This file can't be read.
code-rate-limited = Too many requests at once. Please wait a minute and try again.
code-engine-error = The content platform did not respond. Please try again in a moment.
code-unavailable = The service is not responding. Please try again in a moment.

## Kinds of faults
kind-missing = Please fill this in.
kind-int-type = Please enter a whole number.
kind-number-type = Please enter a number.
kind-too-short =
    { $n ->
        [0] Please fill this in.
       *[other] Too short: at least { $n }.
    }
kind-too-long =
    { $n ->
        [0] This is too long.
       *[other] Too long: at most { $n }.
    }
kind-greater-than-equal =
    { $n ->
        [0] This is too small.
       *[other] Too small: at least { $n }.
    }
kind-less-than-equal =
    { $n ->
        [0] This is too large.
       *[other] Too large: at most { $n }.
    }
kind-enum = Please choose one of the offered values.
kind-pattern = This has characters or a form that can't be used here.
kind-duplicate = The same entry is here twice.
kind-url-invalid = Please enter a whole address, such as https://example.com.
kind-country-invalid = Please use two-letter country codes such as DE.
kind-language-invalid = Please use a language code such as de or pt-BR.
kind-too-many = These are too many.
kind-unknown-field = There is no such condition.
kind-low-contrast = These colours are too alike to be read.
kind-value-error = This value can't be used here.

## Faults of the editor and of links
fault-country = Please use a two-letter code such as DE.
fault-countries = Please use two-letter codes such as DE, AT, CH.
fault-geo-countries = { fault-countries }
fault-trial-countries = { fault-countries }
fault-lang = Please use a language code such as de or pt-BR.
fault-url-url-invalid = Please enter a whole address, such as https://example.com.
fault-target-url-url-invalid = { fault-url-url-invalid }
fault-until-ts-value-error = The end must be after the start.
fault-match-json = These conditions can't be used. Please check the fields, words and values.
fault-pixel-id = Please copy the id of your pixel from the ad platform.
fault-email = Please enter an email address, such as ada@example.com.

## Rollback
rollback-pending =
    { $n ->
        [0] Your draft has no unpublished changes.
        [one] Your draft has one unpublished change.
       *[other] Your draft has { $n } unpublished changes.
    }
rollback-pending-words = Visitors get version { $n } again either way. Choose what becomes of your draft.
rollback-changes = Not published yet
rollback-keep = Put version { $n } live, and keep my draft
rollback-drop = Also replace my draft
rollback-drop-sure = Replace your draft, too? The changes above are lost.
publish-unmade =
    { $n ->
        [one] This button leads to a funnel link that isn't created yet. A tap on it leads to your page:
       *[other] These buttons lead to funnel links that aren't created yet. A tap on them leads to your page:
    }
publish-unmade-fix = Create the funnel links
why-unknown = can't be decided, because this isn't known: { $list }.
why-unmade = is shown, but its funnel link isn't created yet: a tap leads to your page.
served-although-disabled = gets everyone, because nothing else is on offer
served-although-zero-weight = gets everyone, because the other link isn't available here
served-although-no-country-link = no link for this country; the general one is used
served-although-not-provisioned = the link is not created yet: visitors get your page
served-although-inactive = the link is paused: visitors get your page
served-although-expired = the smart link has ended
message-filtered = The platform may filter this message, or a part of it:

## Rights
key-own = Yours
key-revoke-own-sure = You are signed in with this key. Revoke it? You are signed out at once, here and wherever else it is used. This can't be undone.
key-revoke-last-sure = You are signed in with this key, and we see no other key that can create keys. If you revoke it, only your administrator can let you in again. Revoke it anyway?
domains-by-name = Your key doesn't show the list of domains. Enter the domain that you want to open.
domains-open = Open

## Looks and setup
setup-dns-active = This domain is online. Keep this record for as long as you use it.
look-field-name-font = Font of your name
look-field-bio-font = Font of the text about you
canvas-reset = Remove this colour
background-remove = Remove the picture
said-picture-removed = The picture is removed.
