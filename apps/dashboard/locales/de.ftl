## Shell
brand-label = Funnel: zur Übersicht
skip = Zum Inhalt springen
nav-label = Hauptmenü
nav-overview = Übersicht
nav-domains = Domains
nav-links = Links und Pixel
nav-broadcasts = Kampagnen
nav-vault = Inhalte
nav-requests = Wünsche
nav-library = Bannervorlagen
nav-copy = In Domains kopieren
nav-webhooks = Webhooks
nav-transfer = Import und Export
nav-team = Team und Schlüssel
nav-more = Mehr
tabs-label = Diese Domain
tab-page = Seite
tab-publish = Veröffentlichen
tab-why = Warum?
tab-smart-links = Smart Links
tab-funnel-links = Funnel-Links
tab-codes = QR-Codes
tab-statistics = Statistik
tab-setup = Einrichtung
workspace-add = Arbeitsbereich hinzufügen
theme-label = Darstellung
theme-auto = Darstellung: automatisch
theme-light = Darstellung: hell
theme-dark = Darstellung: dunkel
sign-out = Abmelden
undo = Rückgängig
dismiss = Schließen
copy = Kopieren
copied = Kopiert
offline = Das Dashboard ist nicht erreichbar. Bitte prüfe deine Verbindung und versuche es erneut.
search = Suchen
next-page = Nächste Seite
sort-label = Sortieren nach
sort-name = Name
sort-new = Neueste
sort-revenue = Umsatz
sort-clicks = Klicks
search-page = Diese Seite durchsuchen
nothing-found = Nichts gefunden
nothing-found-words = Versuche es mit einem kürzeren Wort oder zeige wieder die ganze Liste an.
show-all = Alle anzeigen
all = Alle
actions = Aktionen
back = Zurück
save = Speichern
edit = Bearbeiten
delete = Löschen
upload = Hochladen
yes = ja
no = nein
name = Name
state = Status
added = Hinzugefügt
updated = Zuletzt geändert
active = Aktiv
paused = Pausiert
pause = Pausieren
resume = Fortsetzen
hidden = Ausgeblendet
live = Live
failed = Fehlgeschlagen
never = Nie
when = Wann
day = Tag
days =
    { $n ->
        [one] { $n } Tag
       *[other] { $n } Tage
    }
country = Land
countries = Länder
countries-hint = Zweistellige Codes wie DE, AT, CH. Leer lassen für überall.
country-hint = Ein zweistelliger Code wie DE.
language = Sprache
language-hint = Ein Code wie de oder pt-BR.
device = Gerät
everywhere = Überall
email = E-Mail
money = Betrag

## Sign-in
signin-title = Anmelden
signin-key = API-Schlüssel
signin-key-hint = Füge einen Schlüssel deines Arbeitsbereichs ein. Jemand aus deinem Team kann unter „Team und Schlüssel“ einen erstellen.
signin-name = Name dieses Arbeitsbereichs (optional)
signin-name-hint = Wird im Menü der Arbeitsbereiche angezeigt, wenn du mehrere Schlüssel hast.
signin-button = Anmelden
signin-privacy = Dein Schlüssel wird verschlüsselt in einem Cookie gespeichert, das nur dieses Dashboard lesen kann. Nach zwölf Stunden ohne Nutzung und spätestens nach 30 Tagen wirst du abgemeldet.
signin-empty = Bitte füge zuerst einen Schlüssel ein.
signin-refused = Dieser Schlüssel ist ungültig. Vielleicht wurde er widerrufen, oder es fehlt ein Zeichen.
signin-too-often = Zu viele fehlgeschlagene Anmeldungen aus deinem Netzwerk. Bitte warte eine Minute und versuche es erneut.
signin-ended = Deine Sitzung ist beendet: Sie ist abgelaufen, jemand hat sie beendet, oder ihr Schlüssel wurde widerrufen. Bitte melde dich erneut an.
signin-out = Du bist abgemeldet. Bis bald!
signin-out-here = In diesem Browser bist du abgemeldet, aber der Dienst hat nicht geantwortet. Anderswo ist die Sitzung vielleicht noch offen: Melde dich erneut an und beende sie unter „Sitzungen“.
signin-link-spent = Dieser Link wurde schon verwendet oder ist älter als eine Minute. Bitte fordere einen neuen an oder füge deinen Schlüssel ein.
link-title = Willkommen
link-words = Mit diesem Link meldest du dich einmalig an. Er gilt eine Minute lang.
link-button = Jetzt anmelden

## Failures
failure-title-cross-site = Diese Anfrage kam von einer anderen Website
failure-words-cross-site = Zu deiner Sicherheit wurde nichts geändert. Bitte geh zurück zum Dashboard und versuche es dort erneut.
failure-title-too-often = Zu viele Versuche
failure-words-too-often = Bitte warte eine Minute und versuche es erneut.
failure-title-too-slow = Das hat zu lange gedauert
failure-words-too-slow = Das Formular kam nicht rechtzeitig an. Es wurde nichts geändert. Bitte versuche es erneut.
failure-title-not-found = Das konnten wir nicht finden
failure-words-not-found = Vielleicht wurde es gelöscht, oder die Adresse enthält einen Tippfehler.
failure-title-forbidden = Dein Schlüssel erlaubt das nicht
failure-words-forbidden = Bitte jemanden, der dein Team verwaltet, dir das Recht zu geben. Es wurde nichts geändert.
failure-title-busy = Zu viele Anfragen auf einmal
failure-words-busy = Bitte warte eine Minute und versuche es erneut.
failure-title-unavailable = Der Dienst antwortet gerade nicht
failure-words-unavailable = Deine Seiten bleiben online, und nichts Gespeichertes geht verloren. Bitte versuche es gleich noch einmal.
failure-title-refused = Das hat nicht geklappt
failure-title-unusable = Diese Eingabe können wir nicht verwenden
failure-request-id = Wenn du Hilfe brauchst, gib bitte diese ID an:
failure-retry = Erneut versuchen
failure-home = Zur Übersicht
unusable-rule = Die Bedingungen sind kein JSON-Objekt. Bitte prüfe die Klammern.
unusable-upload = Es wurde keine Datei hochgeladen. Bitte wähle eine aus und versuche es erneut.
unusable-too-large = Diese Datei ist größer als 32 MB. Bitte wähle eine kleinere.
unusable-time = Bitte gib Datum und Uhrzeit so ein: 2026-11-23T18:30.

## Statistics
metric-visits = Besuche
metric-clicks = Klicks
metric-subs = Abos
metric-revenue = Umsatz
metric-scans = Scans
delta-none = Unverändert
delta-new = Neu
period = Zeitraum
chart-of = Im Diagramm
chart-now = Dieser Zeitraum
chart-before = Der Zeitraum davor
chart-label = { $metric } pro Tag über { $days } Tage. Die Tabelle darunter zeigt dieselben Werte.
chart-table = Als Tabelle anzeigen

## Overview
overview-no-right = Du hast keinen Zugriff auf die Statistik. Wähle einen Bereich im Menü.
top-domains = Top-Domains
attention-title = Handlungsbedarf
attention-look = Handlungsbedarf prüfen
attention-none = Alles in Ordnung.
attention-failed = Für Besucher nicht erreichbar: Der DNS-Eintrag fehlt oder ist falsch.
attention-draft =
    { $n ->
        [one] Eine Änderung ist noch nicht live.
       *[other] { $n } Änderungen sind noch nicht live.
    }
attention-engine = Dein Konto ist nicht verbunden, deshalb kommen keine Links und Verkäufe an.
attention-token = Einem Pixel fehlt das Zugriffstoken.
attention-pixel = Ein Pixel meldet einen Fehler.
engine = Konto
engine-none-title = Kein Konto ist verbunden
engine-none-words = Sobald dein Konto verbunden ist, erscheinen hier automatisch seine Links, Inhalte und Verkäufe.
pause-reason-operator = Von einer Person pausiert.
pause-reason-gate-closed = Pausiert: Der Versand ist für diesen Arbeitsbereich ausgeschaltet.
pause-reason-engine-disconnected = Pausiert: Das Konto ist nicht verbunden.
pause-reason-failure-rate = Pausiert: Zu viele Nachrichten sind fehlgeschlagen.
pause-reason-opt-out-rate = Pausiert: Zu viele Fans haben Nachrichten abbestellt.

## Domains
domain = Domain
domains-add = Domain hinzufügen
domains-search = Nach Name oder Adresse suchen
domains-empty-title = Deine erste Domain
domains-empty-words = Füge deine Domain hinzu, lass ihr DNS auf uns zeigen und baue dann deine Seite.
domains-fix = So behebst du es
hostname = Adresse
hostname-hint = Zum Beispiel links.example.com
display-name = Name
display-name-hint = Dein Name dafür. Besucher sehen ihn oben auf der Seite.
domain-added = Die Domain ist hinzugefügt. Unten siehst du ihren Status und ihren DNS-Eintrag.
domain-deleted = Die Domain ist gelöscht.
domain-delete = Diese Domain löschen
domain-delete-words = Ihre Seite geht sofort offline. Links und Codes darauf funktionieren nicht mehr.
domain-delete-sure = Diese Domain mit Seite, Links und Codes löschen? Das lässt sich nicht rückgängig machen.
buttons = Buttons
infra-active = Online
infra-pending = Wartet auf DNS
infra-failed = Nicht erreichbar
setup-failed = Wir konnten diese Domain nicht erreichen:
setup-tried = Letzter Versuch
setup-retry = Jetzt erneut prüfen
setup-dns = DNS-Eintrag
setup-dns-words = Richte diesen Eintrag dort ein, wo du die Domain gekauft hast. Es kann bis zu einer Stunde dauern, bis er wirkt.
dns-type = Typ
dns-name = Name
dns-target = Zeigt auf
dns-target-words = Frage deinen Administrator, welche Adresse du hier eintragen sollst.
dns-or-addresses = Wenn dein Anbieter hier keinen CNAME erlaubt, zum Beispiel bei einer Domain ohne Subdomain, trage stattdessen diese Adressen ein:
said-setup-tried-again = Wir prüfen die Domain erneut.
said-setup-still-failed = Die Domain ist weiterhin nicht erreichbar.
said-saved = Gespeichert.
said-deleted = Gelöscht.
said-uploaded = Hochgeladen.
said-segment-added = Das Segment ist hinzugefügt.
said-segment-deleted = Das Segment ist gelöscht.
said-button-added = Der Button ist hinzugefügt.
said-button-deleted = Der Button ist gelöscht.
said-member-added = Die Person ist hinzugefügt.

## Editor
review-publish = Prüfen und veröffentlichen
segment = Segment
segments-empty-title = Füge deine ersten Buttons hinzu
segments-empty-words = Buttons gehören zu einem Segment: einer Fassung deiner Seite für bestimmte Besucher. Füge zuerst eines für alle hinzu.
segment-default = Für alle anderen
segment-experiment = Experiment
segment-countries = Land ist { $list }
segment-for = Wird angezeigt, wenn:
segment-for-all = Für alle Besucher.
segment-for-rest = Alle, für die kein anderes Segment gilt
segment-add = Segment hinzufügen
segment-edit = Dieses Segment bearbeiten
segment-name = Name des Segments
segment-lang = Sprache der Seite
segment-lang-hint = Ein Code wie de. Leer lassen für keine.
segment-make-default = Allen anderen anzeigen
segment-delete = Dieses Segment löschen
segment-delete-sure = Dieses Segment mit seinen Buttons löschen? Die Live-Seite bleibt unverändert, bis du veröffentlichst.
rule-and = und
rule-or = oder
rule-not = nicht
rule-more = Bedingungen
rule-json = Bedingungen als JSON, für Profis
rule-json-hint = Wenn du hier etwas einträgst, werden die Kästchen ignoriert.
field-country = Land
field-device = Gerät
field-os = System
field-browser = Browser
field-in-app = App
field-lang = Sprache
field-channel = Kanal
field-referrer-host = Kommt von
field-returning = War schon hier
field-time = Uhrzeit
field-date = Datum
op-in = ist
op-eq = ist
op-not-in = ist nicht
op-contains = enthält
op-starts-with = beginnt mit
op-ends-with = endet auf
value-any = Beliebig
value-mobile = Handy
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
value-unknown = Eine andere App
value-true = Ja
value-false = Nein
buttons-empty = Noch keine Buttons. Füge den ersten hinzu, auf den Besucher tippen können.
button-add = Button hinzufügen
button-label = Text
button-url = Führt zu
button-url-hint = Füge einen Link ein. Für einen Funnel-Link wähle ihn aus der Liste.
button-hidden = Für Besucher ausblenden
button-for = Nur, wenn
button-delete = Button löschen
button-delete-sure = Diesen Button löschen? Die Live-Seite bleibt unverändert, bis du veröffentlichst.
schedule = Zeitplan
schedule-hint = Leer lassen für keinen Beginn oder kein Ende. Nach dem Veröffentlichen ändert sich die Live-Seite automatisch zu dieser Zeit.
schedule-from = von
schedule-until = bis
schedule-not-yet = Noch nicht
schedule-open = Geplant
schedule-over = Beendet
experiment-about = Zeige verschiedenen Besuchern verschiedene Versionen. Jeder Besucher sieht immer dieselbe.
experiment-key = Name des Experiments
experiment-key-hint = Wenn du den Namen änderst, werden alle Besucher neu verteilt.
experiment-weight = Gewichtung
experiment-share = Anteil
experiment-arms-hint = Buchstaben, Ziffern, _ oder -. Lösche einen Namen, um die Version zu entfernen.
experiment-winner = Gewinner
experiment-no-winner = Noch nicht entschieden
experiment-start = Experiment starten
experiment-end = Experiment beenden
experiment-end-sure = Dieses Experiment beenden? Nach dem Veröffentlichen sehen alle die ursprünglichen Buttons.
variants = Für jede Version
variants-hint = Leer lassen, um den Text oder Link des Buttons zu behalten.
variant-hidden = Sichtbar
variant-hidden-same = Wie der Button
variant-hidden-no = Sichtbar
variant-hidden-yes = Ausgeblendet
target-paid = Dein Bezahllink
target-ftl = Dein Testabo-Link
target-paid-missing = Dein Bezahllink (noch nicht erstellt, siehe „Funnel-Links“)
target-ftl-missing = Dein Testabo-Link (noch nicht erstellt, siehe „Funnel-Links“)
drag = Zum Sortieren ziehen oder Alt und eine Pfeiltaste drücken
move-up = Nach oben
move-down = Nach unten
preview = Vorschau des Entwurfs
preview-words = So würde der Besucher, den du wählst, deinen Entwurf sehen.
preview-show = Anzeigen
preview-jump = Vorschau ansehen
look-buttons = Aussehen der Buttons
look-profile = Profil
look-gate = Altersabfrage
look-banner = Banner
look-background = Hintergrund
look-share = Link-Vorschau
look-in-app = Außerhalb von Apps öffnen
look-utm = Kampagnenparameter
look-stock = Standard
look-color = Farbe
look-use-color = Diese Farbe verwenden
look-field-shape = Form
look-field-fill = Füllung
look-field-animation = Animation
look-field-anim-speed = Geschwindigkeit
look-field-align = Ausrichtung
look-field-font = Schrift
look-value-rounded = Abgerundet
look-value-pill = Pillenform
look-value-square = Eckig
look-value-sharp = Scharfkantig
look-value-solid = Gefüllt
look-value-outline = Kontur
look-value-glass = Glas
look-value-gradient = Farbverlauf
look-value-shadow = Schatten
look-value-none = Keine
look-value-pulse = Pulsieren
look-value-shake = Wackeln
look-value-bounce = Hüpfen
look-value-glow = Leuchten
look-value-shine = Glänzen
look-value-slow = Langsam
look-value-normal = Normal
look-value-fast = Schnell
look-value-left = Links
look-value-center = Mitte
look-value-right = Rechts
look-value-light = Hell
look-value-dark = Dunkel
look-value-liquid = Flüssig
look-value-top = Oben
look-value-bottom = Unten
profile-status = Statuszeile
profile-status-hint = Bis zu 60 Zeichen, unter deinem Namen.
profile-bio = Über dich
gate-words = Besucher bestätigen ihr Alter, bevor sie die Seite sehen.
gate-enabled = Alter abfragen
gate-mode = Art
gate-mode-confirm = Per Tippen bestätigen
gate-mode-birthdate = Geburtsdatum
gate-blur = Die Seite dahinter unscharf machen
canvas-color = Farbe neben der Seite, auf Computern
background-mobile = Bild für Handys
background-desktop = Bild für Computer
background-share = Eigenes Bild für die Link-Vorschau
background-stored = Es ist ein Bild gespeichert. Ein neues ersetzt es.
background-none = PNG, JPEG oder WebP.
upload-progress = Upload-Fortschritt
share-words = Chats und soziale Netzwerke zeigen das an, wenn jemand deine Seite teilt.
share-card-none = Die Vorschau hat kein Bild, weil sich kein Zeichen des Titels darstellen lässt. Ändere den Titel oder lade ein eigenes Bild hoch.
share-card-missing = Diese Zeichen lassen sich auf der Karte nicht darstellen: { $characters }
share-enabled = Vorschau anzeigen
share-title = Titel
share-title-hint = Bis zu 70 Zeichen. Wenn leer, wird der Name der Seite verwendet.
share-description = Beschreibung
share-description-hint = Bis zu 200 Zeichen. Wenn leer, wird der Text über dich verwendet.
share-picture = Bild
share-picture-card = Eine Karte mit Titel und Beschreibung
share-picture-upload = Mein eigenes Bild
in-app-words = Instagram und TikTok öffnen Links in ihrem eigenen Browser, in dem Besucher nicht angemeldet sind. Hilf ihnen beim Wechseln.
in-app-mode = Art
in-app-off = Keine Hilfe
in-app-hint = Hinweis anzeigen
in-app-auto = Den Browser öffnen, wenn das Handy es erlaubt
utm-words = Wird an deine ausgehenden Links angehängt, damit andere Websites sehen, dass die Besucher von dir kommen.
utm-source = Quelle (utm_source)
utm-medium = Medium (utm_medium)
utm-campaign = Kampagne (utm_campaign)
utm-hint = Du kannst {"{button_id}"}, {"{segment}"} und {"{domain}"} schreiben. Lass alle drei leer, um nichts anzuhängen.
banner-enabled = Banner anzeigen
banner-title = Titel
banner-body = Text
banner-link = Link
banner-link-none = Keiner
banner-link-manual = Eine Adresse
banner-link-smartlink = Dein Smart Link
banner-link-text = Linktext
banner-url = Adresse des Links
banner-delay = Sekunden bis zur Anzeige
banner-theme = Stil
banner-position = Position
conflict-title = Jemand anderes hat diese Seite inzwischen geändert.
conflict-words = Deine Änderung wurde nicht gespeichert, damit sie die andere nicht überschreibt. Prüfe den aktuellen Entwurf und nimm deine Änderung dann noch einmal vor.
conflict-now = Aktuelle Unterschiede zur Live-Seite
conflict-yours = Was du speichern wolltest
conflict-last = Zuletzt veröffentlicht von
conflict-reload = Neuesten Entwurf laden

## Publish
publish-changes =
    { $n ->
        [0] Nichts zu veröffentlichen
        [one] Eine Änderung zu veröffentlichen
       *[other] { $n } Änderungen zu veröffentlichen
    }
publish-live = Version { $version } ist live.
publish-never = Diese Seite wurde noch nie veröffentlicht. Besucher sehen noch nichts.
publish-now = Jetzt veröffentlichen
publish-nothing = Die Live-Seite ist identisch mit deinem Entwurf.
publish-conflict = Jemand hat den Entwurf inzwischen geändert. Bitte prüfe die Änderungen noch einmal, bevor du veröffentlichst.
published = Version { $version } ist live.
versions = Versionen
versions-empty = Jede veröffentlichte Version bleibt hier erhalten, damit du zu ihr zurückkehren kannst.
version = Version { $n }
version-from = aus Version { $n }
rollback = Wiederherstellen
rollback-sure = Version { $n } wieder live schalten? Sie wird zu einer neuen Version, du kannst also auch das rückgängig machen.
rolled-back = Version { $n } ist wieder live, als Version { $version }.
change-added = Hinzugefügt: { $what }
change-removed = Entfernt: { $what }
change-changed = Geändert: { $what }
change-of = { $what } ({ $part })
part-page = Seite
part-segment = Segment
part-button = Button
part-name = Name
part-label = Text
part-url = Ziel
part-countries = Länder
part-match = Bedingungen
part-position = Position
part-hidden = Sichtbarkeit
part-is-default = Standard
part-lang = Sprache
part-ab = Experiment
part-variants = Varianten
part-icon = Symbol
part-ui = Aussehen
part-banner = Banner
part-appearance = Aussehen
part-notification = Banner
part-title = Titel
part-buttons = Buttons
part-profile = Profil
part-gate = Altersabfrage
part-canvas = Farbe neben der Seite
part-canvas-color = Farbe neben der Seite
part-background = Hintergrund
part-design = Design
part-share = Link-Vorschau
part-in-app = Öffnen außerhalb von Apps
part-utm = Kampagnenparameter
part-picture = Bild der Link-Vorschau
part-from-ts = Beginn
part-until-ts = Ende

## Why
why-words = Wähle einen Besucher. Du siehst seine Seite und den Grund für alles, was fehlt.
why-ask = Prüfen
why-gets = Das sieht dieser Besucher
why-arm = Version { $arm }
why-no-segment = Kein Segment passt, deshalb bekommt der Besucher eine leere Seite.
why-no-buttons = Keine Buttons für diesen Besucher.
why-segments = Segmente in ihrer Reihenfolge
why-buttons = Buttons des gewählten Segments
why-chosen = wird gewählt.
why-other-country = gilt für andere Länder.
why-conditions = entfällt, weil Folgendes nicht passt: { $list }.
why-later = passt, aber ein Segment weiter oben hat Vorrang.
why-not-yet = entfällt, weil der Zeitplan noch nicht begonnen hat.
why-over = entfällt, weil der Zeitplan beendet ist.
why-shown = wird angezeigt.
why-hidden = ist für alle ausgeblendet.

## Smart links
smart-empty-title = Ein Link für alle Besucher
smart-empty-words = Ein Smart Link verteilt seine Besucher auf deinen Bezahllink und ein Testabo, auf Wunsch nach Ländern. Füge unten einen hinzu.
smart-add = Smart Link hinzufügen
smart-added = Der Smart Link kann jetzt geteilt werden.
smart-code = QR-Code
smart-all = Alle Smart Links
smart-search = Nach Name oder Adresse suchen
smart-delete = Diesen Smart Link löschen
smart-delete-words = Seine Adresse funktioniert dann nicht mehr. Gedruckte Codes öffnen stattdessen deine Seite.
smart-delete-sure = Diesen Smart Link löschen? Seine Adresse verteilt dann sofort keine Besucher mehr.
smart-deleted = Der Smart Link ist gelöscht.
slug = Ende der Adresse
slug-hint = a-z, 0-9, _ und -, zum Beispiel vip
split-label = { $paid } Bezahllink, { $ftl } Testabo
policy = Wohin Besucher geleitet werden
policy-everywhere = Überall
policy-geo = Andere Verteilung für diese Länder
policy-geo-hint = Zweistellige Codes wie DE, AT. Leer lassen, um diese Zeile zu entfernen.
policy-geo-add = Länder hinzufügen
policy-require = Das Testabo nur in Ländern mit eigenem Testabo-Link anbieten
trial-days = Dauer des Testabos in Tagen
arm-paid = Bezahllink
arm-ftl = Testabo
simulate = Was Besucher bekommen
simulate-show = Anzeigen
simulate-base = Es gilt die Verteilung für „Überall“.
smart-end = Ende dieses Links
smart-end-hint = Leer lassen für kein Ende.
smart-expired-url = Wohin Besucher danach geleitet werden
smart-expired-url-hint = Eine https-Adresse. Wenn leer, kommen Besucher auf deine Seite.
smart-expired = Dieser Link ist beendet. Alle Besucher kommen zu
simulate-rule = Es gilt die Länderregel { $n }.
left-out-disabled = ausgeschaltet
left-out-zero-weight = sein Anteil ist null
left-out-no-country-link = kein Testabo-Link für dieses Land
left-out-not-provisioned = der Link ist noch nicht erstellt
left-out-inactive = der Link ist pausiert
left-out-expired = der Smart Link ist beendet

## Funnel links
funnel-words = Funnel-Links führen Besucher von deinen Buttons zu deinem Konto, damit sich jeder Verkauf zuordnen lässt. Es wird nichts erstellt, bevor du den Plan anwendest.
trial-countries = Testabos für
trial-countries-hint = Länder, die einen eigenen Testabo-Link bekommen, zum Beispiel DE, US.
paid-countries = Bezahllink für
paid-countries-rest = Alle anderen Länder
paid-countries-none = Niemanden
default-paid = Auch für Buttons des Standardsegments
funnel-plan = Planen
funnel-all = Alle Links mit ihrer Statistik ansehen
funnel-made = Links dieser Domain
funnel-none-title = Noch keine Funnel-Links
funnel-none-words = Plane sie oben, prüfe den Plan und wende ihn an. Ihre Statistik erscheint hier.
plan = Plan
plan-counts = { $made } neu, { $adopted } in deinem Konto gefunden, { $kept } unverändert
plan-apply = Anwenden
plan-does = Was passiert
plan-item-new = Neu
plan-item-exists = Unverändert
plan-item-adoptable = In deinem Konto gefunden
plan-applied =
    { $stamped ->
        [one] Fertig: { $made } erstellt, { $adopted } in deinem Konto gefunden, { $kept } unverändert. { $stamped } Button führt dorthin.
       *[other] Fertig: { $made } erstellt, { $adopted } in deinem Konto gefunden, { $kept } unverändert. { $stamped } Buttons führen dorthin.
    }
plan-unresolved =
    { $n ->
        [one] { $n } Link konnte noch nicht erstellt werden. Wende den Plan gleich noch einmal an; nichts wird doppelt erstellt.
       *[other] { $n } Links konnten noch nicht erstellt werden. Wende den Plan gleich noch einmal an; nichts wird doppelt erstellt.
    }
offer = Angebot
link-paused =
    { $n ->
        [one] Der Link ist pausiert; { $n } Button wurde geändert.
       *[other] Der Link ist pausiert; { $n } Buttons wurden geändert.
    }
link-resumed =
    { $n ->
        [one] Der Link ist wieder aktiv; { $n } Button wurde geändert.
       *[other] Der Link ist wieder aktiv; { $n } Buttons wurden geändert.
    }

## Links and pixels
links-words = Alle Links deines Kontos mit ihrer Statistik und den Pixeln, die ihre Conversions bekommen.
links-search = Nach Namen suchen
links-empty-words = Erstelle Funnel-Links für eine Domain, um sie hier zu sehen.
link = Link
per-sub = Pro Abo
drift-foreign = von einem früher verbundenen Konto
pixels = Pixel
destinations = Linkprüfung
destinations-words = Einmal am Tag prüfen wir, ob die Adressen hinter deinen Buttons und beendeten Smart Links noch funktionieren.
destinations-states = Status der Adresse
destination-all = Alle
destination-broken = Defekt
destination-ok = Funktioniert
destination-unknown = Noch unbekannt
destination-since = defekt seit
destination-not-yet = Noch nicht geprüft
destination-check = Jetzt prüfen
destination-checked-broken = Geprüft: Sie ist defekt.
destination-checked-ok = Geprüft: Sie funktioniert.
destination-checked-unknown = Geprüft. Für ein sicheres Ergebnis ist noch eine Prüfung nötig.
destinations-empty-title = Keine Adressen
destinations-empty-words = Neue Adressen erscheinen hier innerhalb einer Stunde.
destinations-off-title = Die Linkprüfung ist aus
destinations-off-words = Schalte sie ein, um zu erfahren, wenn eine Adresse nicht mehr funktioniert. Jede Website bekommt höchstens eine Anfrage pro Sekunde.
destinations-begin = Einmal am Tag prüfen
destinations-began = Die Linkprüfung ist an. Die ersten Adressen erscheinen gleich.
destinations-end = Nicht mehr prüfen
destinations-end-words = Die bisherigen Ergebnisse werden gelöscht.
destinations-end-sure = Deine Links nicht mehr prüfen? Die bisherigen Ergebnisse werden sofort gelöscht.
destinations-ended = Die Linkprüfung ist aus. Die Ergebnisse sind gelöscht.
pixels-of = Pixel von { $link }
pixels-words = Ein Pixel meldet einer Werbeplattform Abos und Verkäufe dieses Links. Fans werden nur über Hashes identifiziert.
pixel-none = Nicht eingerichtet
pixel-waiting = Token fehlt
pixel-failing = Fehlerhaft
pixel-healthy = In Ordnung
pixel-id = Pixel-ID
pixel-token = Zugriffstoken
pixel-token-hint = Es wird verschlüsselt gespeichert und nie wieder angezeigt.
pixel-token-kept = Eines ist gespeichert. Leer lassen, um es zu behalten.
pixel-active = Conversions senden
pixel-user-agent = Auch den Browser des Besuchers senden
pixel-user-agent-hint = Nur damit zählt Meta Conversions deiner Website. Jeder Klick behält dann den User-Agent des Besuchers, höchstens sieben Tage lang. Weise in deiner Datenschutzerklärung darauf hin.
pixel-sends-user-agent = Sendet den User-Agent des Besuchers
event-test = Test
pixel-test = Testereignis senden
pixel-tested = Das Testereignis { $event } wurde gesendet. Antwort der Plattform:
pixel-delete-sure = Dieses Pixel löschen? Es bekommt dann keine Conversions mehr.
pixel-deleted = Das Pixel ist gelöscht.
deliveries = Zustellungen
deliveries-of = Zustellungen an { $platform }
deliveries-empty-title = Noch keine Zustellungen
deliveries-empty-words = Die nächste Conversion dieses Links erscheint hier mit der Antwort der Plattform.
delivery-pending = Unterwegs
delivery-delivered = Zugestellt
delivery-waiting-token = Wartet auf Token
delivery-parked = Aufgegeben
action-source-no-user-agent = nicht als Website-Ereignis gesendet: ohne den User-Agent des Besuchers
parked-too-old = zu alt für die Plattform
parked-refused = von der Plattform abgelehnt
parked-exhausted = zu viele Versuche
parked-pixel-deleted = das Pixel wurde gelöscht
event = Ereignis
last-answer = Letzte Antwort
attempts = Versuche
redrive = Erneut senden
redriven = { $n ->
        [one] Eine Zustellung wird erneut gesendet.
       *[other] { $n } Zustellungen werden erneut gesendet.
    }

## QR codes
code = Code
codes-empty-title = Dein erster Code
codes-empty-words = Druck ihn auf einen Flyer oder zeig ihn in einem Video. Jeder Scan wird gezählt, und der Code funktioniert weiter, wenn du deine Seite änderst.
codes-all = Alle Codes
code-add = Diesen Code erstellen
code-added = Der Code ist fertig.
code-slug = Ende der Adresse
code-slug-hint = a-z, 0-9, _ und -. Leer lassen für den Hauptcode der Domain.
code-alt = QR-Code, der zu { $address } führt
code-edit = Diesen Code ändern
code-leads = Führt zu
code-leads-page = Die Seite dieser Domain
code-leads-hint = Du kannst einen gedruckten Code jederzeit woandershin führen lassen. Ist sein Link pausiert oder gelöscht, kommen Besucher auf die Seite.
code-active = Scans dieses Codes zählen (wenn aus, leiten Scans weiter, werden aber nicht gezählt)
channel = Kanal
channel-hint = Wo man ihn findet, zum Beispiel Druck.
studio = QR-Studio
studio-words = { $n } Designs, die Scanner gut lesen. Wähle eines; du kannst es später ändern, und gedruckte Codes bleiben gültig.
studio-design = Design
design-kept = Design behalten
download-png = PNG herunterladen
download-svg = SVG herunterladen
scan-good = Scanner lesen diesen Code gut.
scan-warn = Manche Scanner könnten Probleme mit diesem Code haben.
scan-facts = Kontrast { $contrast }, Fehlerkorrektur { $ecl }, Ruhezone { $quiet }.

## Statistics
source = Quelle
source-direct = Direkt oder unbekannt
sources = Quellen
sources-empty-title = Noch keine Besucher
sources-empty-words = Teile die Seite, einen Smart Link oder einen Code. Hier erscheint dann, woher deine Besucher kommen.
spenders = Käufer
spenders-total =
    { $n ->
        [one] { $n } Fan hat in diesem Zeitraum { $money } ausgegeben.
       *[other] { $n } Fans haben in diesem Zeitraum { $money } ausgegeben.
    }
spenders-search = Nach Namen suchen
spenders-empty-title = Noch niemand
spenders-empty-words = Hier erscheinen Fans, die über diese Domain gekommen sind und danach Geld ausgegeben haben.
fan = Fan
spent = Ausgegeben
purchases = Käufe
returning = Wiederkehrend
last-purchase = Letzter Kauf
explain = Warum dieser Fan?
explain-title = Warum { $fan } hier zählt
explain-words = Jedes Ereignis dieses Fans und wie es sich auf die Statistik dieser Domain auswirkt.
explain-model = Modell
explain-anchor = Gezählt seit
explain-effect = Auswirkung
explain-basis = Grundlage
effect-purchase = Zählt als Kauf
effect-adjustment = Korrigiert einen Betrag
effect-no-money = Kein Geld geflossen
effect-other-currency = In anderer Währung bezahlt
effect-outside-window = Außerhalb dieses Zeitraums
effect-pre-anchor = Bevor der Fan über diese Domain kam
effect-unattributed = Keiner Domain zugeordnet
effect-other-domain = Gehört zu einer anderen Domain
basis-click-ref = Ein Klick auf
basis-link = Ein Funnel-Link von
link-ours = Von uns gezählt
link-theirs = Von der Plattform gezählt
link-totals = { $n } Käufer, { $money }
other-currencies = { $money } in anderen Währungen ist nicht in den Summen enthalten.
conversions = Conversions
conversions-title = Was Fans gemacht haben
conversions-words = Abos, Zahlungen und Nachrichten, die neuesten zuerst, auch solche ohne Domain.
conversions-everywhere = Alle Domains
conversions-kinds = Arten von Conversions
conversions-kind-all = Alle
conversions-kind-new-subscriber = Abos
conversions-kind-new-transaction = Zahlungen
conversions-kind-message-received = Nachrichten
conversions-kind-fan-sent-3-messages = Dritte Nachrichten
conversions-empty-title = Noch keine Conversion
conversions-empty-words = Teile die Seite, einen Smart Link oder einen Code. Conversions erscheinen hier, sobald dein Konto sie meldet.
conversion-new-subscriber = Abo
conversion-new-transaction = Zahlung
conversion-message-received = Nachricht
conversion-fan-sent-3-messages = Dritte Nachricht
conversion-type = Art
conversion-source = Quelle oder Link
conversion-fan = Fan-ID
conversion-net = Netto
transaction-subscription = Abo
transaction-tip = Trinkgeld
transaction-message = bezahlte Nachricht
transaction-post = Beitrag
transaction-refund = Rückerstattung

## Vault and requests
vault-sort-buyers = Käufer
vault-sort-tips = Trinkgelder
vault-sort-sales = Verkäufe
vault-total =
    { $n ->
        [one] Du hast { $n } Inhalt.
       *[other] Du hast { $n } Inhalte, die besten zuerst.
    }
vault-empty-title = Noch keine Inhalte
vault-empty-words = Hier erscheinen die Inhalte deines Kontos mit ihrem Umsatz.
content = Inhalt
media-photo = Foto
media-video = Video
media-audio = Audio
media-gif = GIF
buyers = Käufer
tips = Trinkgelder
likes = Likes
sales-captured = Erfasste Verkäufe
sales-empty = Noch keine Verkäufe erfasst.
standalone = Einzeln verkauft
bundles = Pakete
bundles-empty = Noch nicht in einem Paket verkauft.
bundle-facts =
    { $media ->
        [one] { $media } Datei, { $sold }× verkauft
       *[other] { $media } Dateien, { $sold }× verkauft
    }
rank = Rang
request-all = Alle
request-new = Neu
request-in-progress = In Bearbeitung
request-fulfilled = Erfüllt
request-declined = Abgelehnt
requests-empty-title = Keine Wünsche
requests-empty-words = Wenn sich ein Fan etwas wünscht, erscheint es hier und du kannst antworten.
request-start = Bearbeitung beginnen
request-fulfill = Erfüllen
request-decline = Ablehnen
request-send = An den Fan senden
request-reason = Warum nicht?
request-said-in-progress = Du arbeitest daran.
request-said-fulfilled = Der Fan bekommt es jetzt.
request-said-declined = Der Wunsch ist abgelehnt.
media-ids = Medien-IDs
media-ids-hint = Nummern aus „Inhalte“, durch Kommas getrennt.
media = Medien

## Broadcasts
broadcast-add = Neue Kampagne
broadcast-added = Der Entwurf ist gespeichert. Prüfe ihn und starte ihn dann.
broadcasts-empty-title = Schreib deinen Fans
broadcasts-empty-words = Eine Kampagne erreicht die Fans, die du auswählst, in deinem Tempo. Bis zum Start bleibt sie ein Entwurf.
campaign-draft = Entwurf
campaign-scheduled = Geplant
campaign-running = Läuft
campaign-paused = Pausiert
campaign-finished = Beendet
campaign-cancelled = Abgebrochen
campaign-failed = Fehlgeschlagen
campaign-said-scheduled = Die Kampagne ist geplant.
campaign-said-running = Die Kampagne läuft.
campaign-said-paused = Die Kampagne ist pausiert.
campaign-said-cancelled = Die Kampagne ist abgebrochen.
campaign-said-draft = Die Kampagne ist wieder ein Entwurf.
campaign-said-finished = Die Kampagne ist beendet.
finish-reason-done = Alle wurden erreicht.
finish-reason-auto-stop = Ein von dir gesetztes Limit wurde erreicht.
finish-reason-end-at = Das von dir gesetzte Ende wurde erreicht.
mode = Zeitplanung
mode-segmented = Alle Fans der Reihe nach
mode-tiered = Nach Stufe
mode-drip = Nach und nach
mode-online = Wenn sie online sind
launch = Starten
launch-sure = Diese Kampagne jetzt starten? Gesendete Nachrichten lassen sich nicht zurückholen.
discard = Verwerfen
unschedule = Zurück zum Entwurf
cancel-campaign = Abbrechen
cancel-sure = Diese Kampagne abbrechen? Fans, die noch keine Nachricht haben, bekommen keine. Das lässt sich nicht rückgängig machen.
draft-words = Vor dem Start wird nichts gesendet.
progress = { $done } von { $whole }
progress-label = Fortschritt
next-send = Nächste Nachricht
finish-about = Voraussichtlich fertig
counter-matched = Passend
counter-sent = Gesendet
counter-pending = Wartend
counter-failed = Fehlgeschlagen
counter-replied = Antworten
counter-purchased = Käufe
message = Nachricht
audience = Zielgruppe
price = Preis
price-hint = In Dollar. Leer lassen für kostenlos. Ein Preis erfordert Medien.
pace = Tempo
per-minute = { $n } pro Minute
per-minute-label = Nachrichten pro Minute
starts = Beginnt
starts-hint = Leer lassen, um beim Starten sofort zu senden.
max-sends = Nach so vielen Nachrichten stoppen
stop-on-reply = Stoppen, wenn ein Fan antwortet
report = Bericht
sent-by-hour = Gesendet pro Stunde
screened-title = Ausgelassen, mit Grund
screened-cooldown = Hat kürzlich eine Nachricht bekommen
screened-quiet-hours = Ruhezeit
screened-excluded = Von dir ausgeschlossen
screened-opted-out = Nachrichten abbestellt
screened-third-message = Zwei Nachrichten ohne Antwort
audit = Verlauf
tier = Stufe
tier-all = Alle Fans
tier-whale = Top-Käufer
tier-spender = Käufer
tier-free = Kostenlose Fans
tier-trial = Im Testabo
fan-status = Abo
fan-status-any = Beliebig
fan-status-active = Aktiv
fan-status-expired = Abgelaufen
min-spent = Mindestens ausgegeben (Dollar)
max-spent = Höchstens ausgegeben (Dollar)
last-seen = Zuletzt gesehen innerhalb von (Tagen)
seen-within =
    { $n ->
        [one] gesehen innerhalb von { $n } Tag
       *[other] gesehen innerhalb von { $n } Tagen
    }
count = Zählen
audience-count = { $selected } von { $matched } passenden Fans würden sie jetzt bekommen.
audience-small = Weniger als { $n } Fans passen. Zu ihrem Schutz wird die genaue Zahl nicht angezeigt.
broadcast-title = Titel
broadcast-title-hint = Nur dein Team sieht ihn.
message-text = Text
message-hint = Höchstens 1.000 Zeichen ohne Medien. Die Plattform filtert Kontaktdaten und Wörter rund ums Bezahlen.
wizard-draft = Das wird als Entwurf gespeichert. Du kannst ihn prüfen, bevor etwas gesendet wird.
gate-closed = Im Moment kann nichts gesendet werden.
gate-closed-by-server = Kampagnen sind für den gesamten Dienst ausgeschaltet.
gate-closed-by-owner = Kampagnen sind für diesen Arbeitsbereich ausgeschaltet.
gate-closed-then = Du kannst schon einen Entwurf schreiben und speichern. Starten kannst du ihn, sobald dein Administrator Kampagnen eingeschaltet hat.
wizard-save = Entwurf speichern

## Library and copies
library-words = Banner, die du hier aufbewahrst, lassen sich auf vielen Domains anzeigen. Eine Änderung erscheint überall nach der nächsten Veröffentlichung.
library-empty-title = Bewahre ein gutes Banner auf
library-empty-words = Schreib unten eines oder kopiere eines von einer Domain.
preset-add = Neues Banner
preset-capture = Von einer Domain kopieren
preset-assign = Anzeigen auf
preset-assign-button = Anzeigen
preset-assigned = Das Banner ist jetzt in diesem Entwurf. Veröffentliche ihn, um es Besuchern anzuzeigen.
preset-delete-sure = Dieses Banner aus den Vorlagen löschen? Domains, die es anzeigen, behalten ihre Kopie.
copy-words = Teile eines Entwurfs ersetzen dieselben Teile anderer Entwürfe. Live-Seiten bleiben unverändert, bis du sie veröffentlichst.
copy-from = Kopieren von
copy-to = Kopieren nach
copy-parts = Was kopiert werden soll
copy-part-buttons-segments = Segmente und Buttons
copy-part-bg = Hintergrund
copy-part-ui = Aussehen
copy-part-notification = Banner
copy-do = Kopieren
copy-sure = Diese Teile in den gewählten Entwürfen ersetzen?
copy-done = { $good } von { $all } Entwürfen wurden geändert
copy-empty-title = Du brauchst zwei Domains
copy-empty-words = Mit einer zweiten Domain kannst du eine Seite wiederverwenden, die funktioniert.

## Team
your-rights = Was dein Schlüssel erlaubt
granted = erlaubt
not-granted = nicht erlaubt
expires = Endet
usage = Dein Tarif
usage-domains = Domains
usage-files = Hochgeladene Dateien
usage-bytes = Speicherplatz für Dateien
usage-of = { $used } von { $allowed }
usage-without-end = { $used }, unbegrenzt
usage-full = Das Limit ist erreicht.
usage-domains-full = Dein Tarif erlaubt keine weiteren Domains. Lösche eine oder frage deinen Administrator nach einem größeren Tarif.
plan-name-free = Free
plan-name-pro = Pro
plan-name-agency = Agency
right-landings = Landingpages
right-appearance = Aussehen
right-notifications = Banner
right-links = Links und Pixel
right-qr = QR-Codes
right-stats = Statistik
right-vault = Inhalte
right-broadcasts = Kampagnen
right-team = Team
right-keys = Schlüssel
right-integrations = Webhooks und Daten
cap-view = ansehen
cap-edit = bearbeiten
cap-register = Domains hinzufügen
cap-edit-content = Seiten bearbeiten
cap-copy = kopieren
cap-publish = veröffentlichen
cap-library = Vorlagen
cap-create = erstellen
cap-provision = Links erstellen
cap-toggle = pausieren
cap-pixels = Pixel
cap-sources = nach Quelle
cap-links = nach Link
cap-respond = antworten
cap-preview = Zielgruppe zählen
cap-deliver = starten
cap-mint = erstellen
cap-revoke = widerrufen
cap-overview = Übersicht sehen
cap-webhooks = Webhooks verwalten
cap-import = importieren
cap-export = exportieren
keys = Schlüssel
key-scopes = Zugriff
key-used = Zuletzt verwendet
key-days-left =
    { $n ->
        [0] Endet heute
        [one] Noch { $n } Tag
       *[other] Noch { $n } Tage
    }
key-mint = Schlüssel erstellen
key-name-hint = Wer oder was ihn verwendet, zum Beispiel „Adas Laptop“.
key-ends = Endet nach
key-no-end = Nie
key-for = Für
key-for-owner = Den Arbeitsbereich selbst
key-rotate = Erneuern
key-rotate-sure = Ein neues Token für diesen Schlüssel erstellen? Das alte funktioniert noch einen Tag.
key-revoke = Widerrufen
key-revoke-sure = Diesen Schlüssel widerrufen? Wer ihn verwendet, wird sofort abgemeldet. Das lässt sich nicht rückgängig machen.
key-revoke-webhooks =
    { $n ->
        [one] Sein Webhook stoppt: { $names }.
       *[other] Seine { $n } Webhooks stoppen: { $names }.
    }
key-revoked = Der Schlüssel ist widerrufen.
scope-read = lesen
scope-write = schreiben
rights-label = Was erlaubt ist
rights-all = Alles
rights-some = Nur was du ankreuzt
rights-of-people = Zugriff jeder Person
token-title = Kopiere dieses Token jetzt. Es wird nur einmal angezeigt.
token-words = Bewahre es auf wie ein Passwort. Wenn es verloren geht, erneuere den Schlüssel.
token-done = Ich habe es kopiert
members = Personen
members-empty-title = Arbeitet zusammen
members-empty-words = Füge die Personen deines Teams hinzu und gib jeder einen eigenen Schlüssel.
member-add = Person hinzufügen
member-everything = Darf alles.
member-delete = Diese Person entfernen
member-delete-sure = Diese Person entfernen? Ihre Schlüssel funktionieren dann sofort nicht mehr.
member-delete-webhooks =
    { $n ->
        [one] Der Webhook ihrer Schlüssel stoppt: { $names }.
       *[other] Die { $n } Webhooks ihrer Schlüssel stoppen: { $names }.
    }

## Style guide
guide-title = Stilübersicht
guide-buttons = Buttons
guide-primary = Hauptaktion
guide-plain = Andere Aktion
guide-quiet = Zurückhaltend
guide-danger = Löscht etwas
guide-disabled = Nicht verfügbar
guide-states = Zustände
guide-note = Ein Satz sagt, was passiert ist, und einer, was zu tun ist.
guide-fields = Felder
guide-stats = Statistik

## Statistics that are split, experiments, audit log
nav-audit = Änderungsprotokoll
splits = Wer deine Seite besucht
split-by = Aufteilen nach
split-country = Land
split-device = Gerät
split-browser = Browser
split-referrer = Kommt von
split-button = Button
split-arm = Experiment
split-hour = Stunde
split-unknown = Unbekannt
split-bots = Bots werden nicht gezählt ({ $visits } Besuche, { $clicks } Klicks).
split-others =
    { $n ->
        [one] Ein weiterer Wert
       *[other] { $n } weitere Werte
    }
experiment = Experiment
experiment-enough = genug Besucher
experiment-early = noch zu früh
experiment-arm = Version
experiment-rate = Abonniert
experiment-best = Wahrscheinlich die beste
experiment-words = Der wahre Anteil liegt in 95 von 100 Fällen in diesem Bereich. Eine beste Version wird genannt, sobald jede 100 Besucher hatte.
experiment-edit = Seite bearbeiten
audit-title = Wer was geändert hat
audit-words = Alle Änderungen der letzten 400 Tage, die neuesten zuerst.
audit-search = Nach Domain suchen
audit-kinds = Arten von Änderungen
audit-kind-all = Alle
audit-kind-landing = Seiten
audit-kind-domain = Domains
audit-kind-smart-link = Smart Links
audit-kind-funnel-link = Funnel-Links
audit-kind-qr-code = QR-Codes
audit-kind-key = Schlüssel
audit-kind-member = Personen
audit-kind-pixel = Pixel
audit-kind-engine = Konto
audit-kind-broadcast = Kampagnen
audit-kind-preset = Banner
audit-kind-request = Wünsche
audit-kind-webhook = Webhooks
audit-kind-destination-health = Linkprüfung
audit-kind-gate = Versand
audit-kind-fan = Fans
audit-action-landing-edit = Seite bearbeitet
audit-action-landing-publish = Seite veröffentlicht
audit-action-landing-rollback = Frühere Version wiederhergestellt
audit-action-domain-register = Domain hinzugefügt
audit-action-domain-provision = Domain geprüft
audit-action-domain-rename = Domain umbenannt
audit-action-domain-delete = Domain gelöscht
audit-action-smart-link-create = Smart Link hinzugefügt
audit-action-smart-link-change = Smart Link geändert
audit-action-smart-link-delete = Smart Link gelöscht
audit-action-funnel-link-configure = Funnel-Links geplant
audit-action-funnel-link-provision = Funnel-Links erstellt
audit-action-funnel-link-switch = Funnel-Link ein- oder ausgeschaltet
audit-action-qr-code-create = QR-Code erstellt
audit-action-qr-code-change = QR-Code geändert
audit-action-key-mint = Schlüssel erstellt
audit-action-key-rotate = Schlüssel erneuert
audit-action-key-revoke = Schlüssel widerrufen
audit-action-member-add = Person hinzugefügt
audit-action-member-change = Person geändert
audit-action-member-remove = Person entfernt
audit-action-pixel-create = Pixel eingerichtet
audit-action-pixel-change = Pixel geändert
audit-action-pixel-delete = Pixel gelöscht
audit-action-engine-connect = Konto verbunden
audit-action-engine-disconnect = Konto getrennt
audit-action-broadcast-create = Kampagne erstellt
audit-action-broadcast-change = Kampagne geändert
audit-action-broadcast-launch = Kampagne gestartet
audit-action-broadcast-pause = Kampagne pausiert
audit-action-broadcast-resume = Kampagne fortgesetzt
audit-action-broadcast-unschedule = Kampagne zurück zum Entwurf
audit-action-broadcast-cancel = Kampagne abgebrochen
audit-action-preset-create = Banner hinzugefügt
audit-action-preset-change = Banner geändert
audit-action-preset-delete = Banner gelöscht
audit-action-preset-assign = Banner auf einer Domain angezeigt
audit-action-request-start = Wunsch in Bearbeitung
audit-action-request-fulfill = Wunsch erfüllt
audit-action-request-decline = Wunsch abgelehnt
audit-action-destination-health-switch = Linkprüfung ein- oder ausgeschaltet
audit-action-webhook-create = Webhook hinzugefügt
audit-action-webhook-change = Webhook geändert
audit-action-webhook-rotate = Secret des Webhooks erneuert
audit-action-webhook-delete = Webhook gelöscht
audit-action-webhook-redeliver = Nachricht erneut gesendet
audit-action-webhook-redrive = Fehlgeschlagene Nachrichten erneut gesendet
audit-action-pixel-redrive = Fehlgeschlagene Zustellungen erneut gesendet
audit-action-gate-open = Versand eingeschaltet
audit-action-gate-close = Versand ausgeschaltet
audit-action-fan-erase = Fan gelöscht
subject-domain = Domain
subject-smart-link = Smart Link
subject-funnel-link = Funnel-Link
subject-qr-code = QR-Code
subject-api-key = Schlüssel
subject-key = Schlüssel
subject-member = Person
subject-pixel = Pixel
subject-engine = Konto
subject-broadcast = Kampagne
subject-preset = Banner
subject-request = Wunsch
subject-destination-health = Linkprüfung
subject-owner = Arbeitsbereich
subject-account = Konto
subject-webhook = Webhook
subject-gate = Versand
subject-fan = Fan
audit-empty-title = Noch keine Änderungen
audit-empty-words = Änderungen erscheinen hier, sobald jemand etwas ändert.
audit-values = Werte anzeigen
audit-before = Vorher
audit-after = Nachher
audit-cli = vom Administrator, über die Kommandozeile
audit-key = mit dem Schlüssel

## Moments
moment-utc = (UTC)
moment-since = Seit
moment-start = Beginn
moment-at = Zeit
moment-from = Von
moment-until = Bis

## Webhooks
webhooks-words = Ein Webhook benachrichtigt deinen Server, sobald etwas passiert. Dein Server kann jede Nachricht prüfen.
webhooks-empty-title = Benachrichtige deine eigenen Systeme
webhooks-empty-words = Füge unten die Adresse eines Servers hinzu. Er erfährt sofort von Conversions, Veröffentlichungen, Kampagnen und mehr.
webhooks-all = Alle Webhooks
webhook-of = Webhook: { $name }
webhook-add = Webhook hinzufügen
webhook-url = Adresse
webhook-url-hint = Eine https-Adresse, die ein POST annimmt und innerhalb von 15 Sekunden antwortet.
webhook-description = Wofür ist er da? (optional)
webhook-description-hint = Dein Name dafür, zum Beispiel „CRM“.
webhook-events = Zu sendende Ereignisse
webhook-all = Alles
webhook-all-later = Alles, auch später hinzukommende Ereignisse
webhook-event-domain-active = Domain ist online
webhook-event-domain-failed = Domain nicht erreichbar
webhook-event-landing-published = Seite veröffentlicht
webhook-event-link-changed = Link geändert
webhook-event-conversion-created = Conversion
webhook-event-request-created = Wunsch eines Fans
webhook-event-broadcast-finished = Kampagne beendet
webhook-event-broadcast-paused = Kampagne pausiert
webhook-event-pixel-failing = Pixel fehlerhaft
webhook-event-key-created = Schlüssel erstellt
webhook-event-key-revoked = Schlüssel widerrufen
webhook-event-webhook-test = Test
webhook-event-webhook-disabled = Webhook ausgeschaltet
webhook-event-destination-broken = Linkziel defekt
webhook-event-destination-mended = Linkziel funktioniert wieder
webhook-switched-off = Ausgeschaltet
webhook-disabled-gone = Wir haben ihn ausgeschaltet, weil sein Server mit 410 (nicht mehr vorhanden) geantwortet hat. Setze ihn fort, sobald der Server wieder da ist.
webhook-disabled-failing = Wir haben ihn ausgeschaltet, weil er fünf Tage lang fehlgeschlagen ist. Behebe den Fehler am Server, sende einen Test und setze ihn dann fort.
webhook-withheld = Diese Ereignisse werden nicht gesendet, weil der Schlüssel, der diesen Webhook erstellt hat, sie nicht lesen darf. Wenn es den Schlüssel nicht mehr gibt, pausiere den Webhook und setze ihn fort, um ihn zu übernehmen.
webhook-secret-title = Kopiere dieses Secret jetzt. Es wird nur einmal angezeigt.
webhook-secret-words = Dein Server prüft damit unsere Signaturen. Wenn es verloren geht, erneuere es.
webhook-secret-done = Ich habe es kopiert
webhook-test = Test senden
webhook-tested-good = Der Server hat die Testnachricht angenommen. Seine Antwort:
webhook-tested-bad = Der Server hat die Testnachricht nicht angenommen. Das Ergebnis:
webhook-paused = Der Webhook ist pausiert. Neue Ereignisse werden nicht an ihn gesendet; ausstehende Nachrichten warten.
webhook-resumed = Der Webhook ist wieder aktiv.
no-answer-dns = Der Name hat keine Internetadresse
no-answer-tls = Keine sichere Verbindung
no-answer-redirects = Zu viele Weiterleitungen
no-answer-timeout = Keine rechtzeitige Antwort
no-answer-connection = Keine Verbindung
no-answer-refused = Der Server hat die Verbindung abgelehnt
no-answer-forbidden-address = Die Adresse ist nicht öffentlich
no-answer-withheld = Nicht gesendet: Der Schlüssel des Webhooks darf dieses Ereignis nicht lesen
webhook-deliveries-words = Nachrichten der letzten 30 Tage, die neuesten zuerst.
webhook-deliveries-empty = Das nächste Ereignis erscheint hier mit der Antwort des Servers.
webhook-delivery-pending = Unterwegs
webhook-delivery-delivered = Zugestellt
webhook-delivery-failed = Aufgegeben
webhook-history = Versuche und Nachricht
webhook-next-try = Nächster Versuch
redeliver = Erneut senden
webhook-redelivered = Die Nachricht wird erneut gesendet.
webhook-edit = Diesen Webhook bearbeiten
webhook-redrive = Fehlgeschlagene Zustellungen erneut senden
webhook-redrive-words = Sendet jede Zustellung seit diesem Zeitpunkt, die fehlgeschlagen ist oder auf einen neuen Versuch wartet, mit derselben ID.
webhook-rotate = Secret erneuern
webhook-rotate-words = Du bekommst ein neues Secret. In der Übergangszeit wird jede Nachricht mit beiden signiert, damit nichts verloren geht, während du deinen Server umstellst.
webhook-rotate-sure = Ein neues Secret für diesen Webhook erstellen?
webhook-overlap = Das alte Secret endet
overlap-0 = Sofort
overlap-3600 = Nach einer Stunde
overlap-86400 = Nach einem Tag
overlap-604800 = Nach einer Woche
webhook-delete = Diesen Webhook löschen
webhook-delete-words = An ihn wird nichts mehr gesendet, und seine Zustellungen werden gelöscht.
webhook-delete-sure = Diesen Webhook mit Secret und Zustellungen löschen? Das lässt sich nicht rückgängig machen.
webhook-deleted = Der Webhook ist gelöscht.

## Faults at fields
fault-marked = Es wurde noch nichts geändert. Bitte prüfe die markierten Felder unten.
fault-slug-invalid-slug = { code-invalid-slug }
fault-smart-link = Diesen Smart Link gibt es nicht mehr. Bitte wähle einen anderen.
fault-slug-slug-taken = { code-slug-taken }
fault-slug-slug-reserved = { code-slug-reserved }
fault-logo = Dieses Bild lässt sich nicht verwenden. Bitte wähle ein anderes oder lade es noch einmal hoch.
fault-picture-invalid-file = Wir können diese Datei nicht als Bild lesen. Bitte wähle ein PNG, JPEG oder WebP.
fault-picture-unsupported-media-type = { fault-picture-invalid-file }
fault-picture-payload-too-large = Dieses Bild ist größer als 10 MB. Bitte wähle ein kleineres.
fault-picture-file-quota-reached = Dein Dateispeicher ist voll. Dein Administrator kann dir mehr geben.
fault-frame-text-too-long = Das ist zu lang für einen Rahmen. Bitte verwende höchstens 40 Zeichen.
fault-frame-text-pattern = Die Aufforderung ist eine einzige Zeile. Bitte entferne den Zeilenumbruch.
fault-frame-text-value-error = Dieser Schrift fehlen einige dieser Zeichen. Bitte wähle eine andere Schrift oder entferne die Zeichen. Keine Schrift hat Emojis.
fault-frame-text-enum = Diese Schrift ist unbekannt. Bitte wähle eine aus der Liste.
fault-frame-color = Bitte wähle eine Farbe.
fault-size-mm = Bitte gib eine Breite von 20 bis 500 Millimetern an.
fault-copies = Bitte gib eine Zahl von 1 bis 1.000 an.
fault-copies-too-many = Ein Bogen fasst höchstens 1.000 Codes. Bitte drucke weniger Exemplare oder weniger Codes auf einmal.
fault-ids = Auf einen Bogen passen höchstens 100 verschiedene Codes. Bitte kreuze weniger an.
fault-parts = Bitte kreuze mindestens einen Teil an.
fault-export-domain = Diese Domain gibt es nicht mehr. Bitte wähle eine andere.
fault-import-domain-domain-not-found = { fault-export-domain }
fault-import-domain-missing = Diese Datei nennt keine Domain. Bitte wähle die Domain für ihre Links.
fault-file-none = Bitte wähle zuerst eine Datei aus.
fault-file-empty = Diese Datei ist leer.
fault-file-ending = Wir können diese Datei nicht an ihrem Namen erkennen. Er muss auf .json, .zip, .csv, .tsv, .txt oder .html enden.
fault-file-json = Diese Datei ist kein gültiges JSON: siehe Zeile { $line }, Spalte { $column }. Bitte exportiere sie noch einmal oder korrigiere die Stelle.
fault-file-missing = Diese JSON-Datei ist kein Export dieses Dienstes. Bitte wähle eine, die hier heruntergeladen wurde.
fault-file-extra-forbidden = { fault-file-missing }
fault-file-object-type = { fault-file-missing }
fault-file-payload-too-large = Diese Datei ist zu groß: Erlaubt sind 10 MB und 100.000 Zeilen, bei einer .zip-Datei 32 MB. Bitte exportiere deine Domains einzeln oder importiere über die Kommandozeile, die bis zu 256 MB annimmt.

## Print
studio-preview = Vorschau des Codes
studio-not-drawn = Der Code kann noch nicht gezeichnet werden. Bitte prüfe die markierten Felder.
studio-check = Vorschau anzeigen
picture = Bild in der Mitte
picture-none = Keines
picture-n = Bild { $n }
picture-upload = Ein Bild hochladen
picture-hint = PNG, JPEG oder WebP, bis zu 10 MB. Am besten eignet sich ein quadratisches Bild mit einfarbigem Hintergrund.
picture-size = Größe des Bildes
picture-size-small = Klein
picture-size-medium = Mittel
picture-size-large = Groß
picture-size-kept = Unverändert
frame = Rahmen
frame-text = Handlungsaufforderung
frame-text-hint = Bis zu 40 Zeichen, zum Beispiel „Scann mich“. Leer lassen für keinen Rahmen.
frame-font = Schrift
frame-color = Farbe des Rahmens
frame-own = Diese Farbe statt der des Codes verwenden
files-screen = Für Bildschirme
files-print = Für die Druckerei
files-print-words = Die Dateien enthalten Endformat, Anschnitt und Schnittmarken. Die Farben sind RGB; die Druckerei wandelt sie um. Bitte scanne einen Probedruck, bevor du viele druckst.
png-width = { $n } Pixel breit
png-size = Größe
download-pdf = PDF herunterladen
download-eps = EPS herunterladen
print-width = Breite in Millimetern
print-width-hint = Von 20 bis 500. Der beschnittene Druck ist 6 mm breiter; mit 3 mm Anschnitt auf jeder Seite 12 mm breiter.
sheet = Druckbogen
sheet-words = Kreuze die Codes in der Liste oben an. Wenn keiner angekreuzt ist, enthält der Bogen die ersten 100 Codes der Domain.
sheet-tick = { $code } auf dem Druckbogen
sheet-copies = Exemplare von jedem
sheet-copies-hint = Bis zu 1.000 Codes insgesamt.
sheet-download = Bogen als PDF herunterladen
paper = Papier
paper-a4 = A4
paper-letter = US Letter
scan-why-eye-frame-not-read-by-all = Manche Scanner können die Form um seine Ecken nicht lesen.
scan-why-eye-dot-weak = Die Punkte in seinen Ecken sind dünn.
scan-why-background-dark = Sein Hintergrund ist dunkel.
scan-why-contrast-below-7 = Seine Farben haben wenig Kontrast.
scan-why-code-small-on-card = Seine Ecken sind so rund, dass wenig Platz für den Code bleibt.

## Import and export
transfer-words = Exportiere deine Daten als Datei, um sie aufzubewahren oder zu bearbeiten, und importiere sie hier oder anderswo. Die Datei enthält keine Passwörter, Schlüssel oder Statistiken.
export = Export
export-words = Eine Datei mit all deinen Seiten, Links und Codes.
export-what = Was exportiert werden soll
export-all = Der ganze Arbeitsbereich
export-parts = Teile
export-part-domains = Domains mit ihren Seiten
export-part-smartlinks = Smart Links
export-part-qr = QR-Codes
export-part-library = Bannervorlagen
export-part-members = Team
export-json = Als JSON herunterladen
export-zip = Mit Dateien herunterladen
export-csv = Links als CSV
export-zip-words = Der Download mit Dateien ist ein Zip mit deinen hochgeladenen Bildern und Tönen, für einen anderen Arbeitsbereich oder als Kopie.
export-csv-words = Das CSV ist eine Tabelle aller Buttons. Du kannst sie in einer Tabellenkalkulation bearbeiten und wieder importieren.
import = Import
import-words = Zuerst zeigen wir dir, was mit jeder Zeile passieren würde. Nichts ändert sich, bevor du bestätigst.
import-file = Datei
import-file-hint = Ein Export (.json bis 10 MB oder .zip bis 32 MB), eine Tabelle mit Links (.csv oder .tsv, auch von Bitly, Dub, Kutt, YOURLS, Shlink, Rebrandly oder Linktree), eine Liste von Adressen (.txt) oder die Lesezeichen eines Browsers (.html), jeweils bis 10 MB.
import-domain = Domain
import-domain-named = Wie in der Datei angegeben
import-domain-hint = Für Listen, Lesezeichen und Tabellen, die deine Domain nicht nennen.
import-conflict = Vorhandene Einträge
import-conflict-hint = Nur für Exporte. Identische Einträge bleiben immer unverändert.
import-conflict-skip = Bleiben unverändert
import-conflict-replace = Werden ersetzt
import-conflict-fail = Stoppen den Import ihrer Domain
import-partial = Nur die fehlerfreien Zeilen importieren
import-partial-hint = Nur für Links. Zeilen mit Fehlern werden ausgelassen und aufgelistet. Sonst wird von ihrer Domain nichts importiert.
import-partial-offer = Um nur die fehlerfreien Zeilen zu importieren, kreuze oben „{ import-partial }“ an und sieh dir die Vorschau noch einmal an.
import-failed-left-out =
    { $n ->
        [one] Eine Zeile kann nicht importiert werden und wird ausgelassen.
       *[other] { $n } Zeilen können nicht importiert werden und werden ausgelassen.
    }
import-passed-over =
    { $n ->
        [one] Ein Lesezeichen ist keine Webadresse und wurde übergangen.
       *[other] { $n } Lesezeichen sind keine Webadressen und wurden übergangen.
    }
import-try = Import-Vorschau anzeigen
import-tried = Import-Vorschau
import-done = Fertig:
import-other = Das ist nicht die Datei oder Auswahl aus der Vorschau. Es wurde nichts geändert. Das würde jetzt passieren.
import-failed =
    { $n ->
        [one] Eine Zeile kann nicht importiert werden, deshalb wird von ihrer Domain nichts importiert. Andere Domains sind nicht betroffen.
       *[other] { $n } Zeilen können nicht importiert werden, deshalb wird von ihren Domains nichts importiert. Andere Domains sind nicht betroffen.
    }
import-go-words = Wenn das stimmt, starte den Import. Seiten ändern sich, sobald du sie veröffentlichst, Links und Codes sofort.
import-go =
    { $n ->
        [one] Eine Änderung importieren
       *[other] { $n } Änderungen importieren
    }
import-again = Wähle dieselbe Datei noch einmal aus, bevor du sie importierst.
import-nothing = Es gibt nichts zu ändern.
import-next = Prüfe die Seiten und veröffentliche sie, damit die Änderungen sichtbar werden.
import-rows = Zeile für Zeile
import-row = Stelle
import-hidden =
    { $n ->
        [one] { $n } weitere Zeile wird hier nicht angezeigt. Fehlgeschlagene Zeilen stehen oben.
       *[other] { $n } weitere Zeilen werden hier nicht angezeigt. Fehlgeschlagene Zeilen stehen oben.
    }
import-part-domains = Domain
import-part-smartlinks = Smart Link
import-part-qr = QR-Code
import-part-line = Zeile
row-created = Neu
row-replaced = Ersetzt
row-skipped = Unverändert
row-failed = Nicht möglich
unusable-answer = Die Antwort des Dienstes lässt sich nicht lesen. Bitte prüfe, ob der Import geklappt hat, bevor du es erneut versuchst.

## Sessions

nav-sessions = Sitzungen
sessions-words = Alle, die mit dem Schlüssel dieses Arbeitsbereichs angemeldet sind. Eine Sitzung endet nach zwölf Stunden ohne Nutzung, nach 30 Tagen oder wenn ihr Schlüssel widerrufen wird.
session-browser = Browser
session-browser-unknown = Unbekannter Browser
session-own = Diese Sitzung
session-begun = Angemeldet
session-seen = Zuletzt aktiv
session-ends = Endet spätestens
session-end = Beenden
session-ended = Die Sitzung ist beendet.
sessions-end-others = Alle anderen beenden
sessions-end-others-sure = Alle anderen Sitzungen dieses Schlüssels beenden? Alle anderen, die ihn verwenden, müssen sich erneut anmelden.
sessions-others-ended = Alle anderen Sitzungen sind beendet.
sessions-end-all = Überall abmelden
sessions-end-all-sure = Überall abmelden? Das beendet alle Sitzungen dieses Schlüssels, hier und in allen anderen Browsern.

## Questions before a write
sure-title = Bist du sicher?
sure-yes = Ja, weiter
sure-no = Nein, zurück
discard-sure = Diesen Entwurf verwerfen?

## Errors of the API
code-invalid-scope = Bitte wähle, ob der Schlüssel lesen, schreiben oder beides darf.
code-invalid-request = Etwas in diesem Formular lässt sich nicht verwenden. Bitte prüfe es.
code-copy-same-domain = Eine Seite lässt sich nicht auf sich selbst kopieren.
code-canvas-color-invalid = Bitte wähle eine Farbe.
code-landing-ui-invalid = Etwas in diesem Formular lässt sich nicht verwenden. Bitte prüfe es.
code-invalid-slug = Bitte verwende höchstens 32 dieser Zeichen: a-z, 0-9, _ und -.
code-slug-reserved = Diese Adresse wird für etwas anderes verwendet. Bitte wähle eine andere.
code-invalid-policy = Etwas an dieser Verteilung lässt sich nicht verwenden. Bitte prüfe Länder und Anteile.
code-invalid-platform = Diese Plattform ist unbekannt.
code-invalid-pixel-id = Diese Pixel-ID ist ungültig. Bitte kopiere sie aus deiner Werbeplattform.
code-token-required = Ein neues Pixel braucht sein Zugriffstoken.
code-unauthorized = Deine Sitzung ist beendet. Bitte melde dich erneut an.
code-scope-escalation = Du kannst einem Schlüssel nicht mehr geben, als dein eigener hat.
code-beyond-own-rights = Das geht über das hinaus, was dein eigener Schlüssel erlaubt.
code-insufficient-scope = Dein Schlüssel darf nur lesen.
code-insufficient-rights = Dein Schlüssel erlaubt das nicht.
code-domain-cap-reached = Dein Tarif erlaubt keine weiteren Domains. Lösche eine oder frage deinen Administrator nach einem größeren Tarif.
code-file-quota-reached = Dein Dateispeicher ist voll. Dein Administrator kann dir mehr geben.
code-domain-not-found = Diese Domain gibt es nicht mehr.
code-segment-unknown = Dieses Segment gibt es nicht mehr.
code-segment-not-found = Dieses Segment gibt es nicht mehr.
code-link-not-found = Diesen Link gibt es nicht mehr.
code-smart-link-not-found = Diesen Smart Link gibt es nicht mehr.
code-qr-not-found = Diesen Code gibt es nicht mehr.
code-preset-not-found = Dieses Banner gibt es nicht mehr.
code-button-not-found = Diesen Button gibt es nicht mehr.
code-key-not-found = Diesen Schlüssel gibt es nicht mehr.
code-broadcast-not-found = Diese Kampagne gibt es nicht mehr.
code-version-not-found = Diese Version wird nicht mehr aufbewahrt.
code-member-not-found = Diese Person ist nicht mehr im Team.
code-session-not-found = Diese Sitzung ist schon beendet.
code-webhook-not-found = Diesen Webhook gibt es nicht mehr.
code-delivery-not-found = Diese Zustellung wird nicht mehr aufbewahrt.
code-destination-not-found = Kein Button oder Link verwendet diese Adresse mehr.
code-segment-default-required = Eine Seite braucht ein Segment für alle anderen. Wähle dafür zuerst ein anderes.
code-segment-not-empty = Dieses Segment hat noch Buttons.
code-slug-taken = Diese Adresse ist vergeben oder wurde schon verwendet. Bitte wähle eine andere.
code-domain-taken = Diese Domain ist bereits registriert.
code-hostname-quarantined = Ein anderes Konto hat diese Domain vor wenigen Tagen aufgegeben. Eine Woche danach ist sie frei.
code-hostname-unproven = Ein anderes Konto hatte diese Domain vor Kurzem. Bitte setze den DNS-Eintrag, der zeigt, dass sie dir gehört, und versuche es erneut.
code-notification-empty = Das Banner dieser Domain ist leer.
code-preset-name-taken = Ein anderes Banner hat diesen Namen. Bitte wähle einen anderen.
code-preset-incomplete = Dieses Banner braucht einen Titel und einen Text, bevor es gezeigt werden kann.
code-engine-not-connected = Kein Konto ist verbunden.
code-link-foreign = Dieser Link gehört zu einem früher verbundenen Konto.
code-broadcast-gate-closed = Im Moment kann nichts gesendet werden: Kampagnen sind ausgeschaltet.
code-invalid-transition = Das ist im jetzigen Zustand nicht mehr möglich. Bitte lade die Seite neu.
code-idempotency-conflict = Das wurde schon gesendet oder läuft noch. Bitte prüfe das Ergebnis, bevor du es erneut versuchst.
code-precondition-failed = Jemand anderes hat das inzwischen geändert. Bitte lade die Seite neu.
code-payload-too-large = Das ist zu groß.
code-unsupported-media-type = Dateien dieser Art lassen sich nicht verwenden.
code-invalid-file = Diese Datei lässt sich nicht lesen.
code-rate-limited = Zu viele Anfragen auf einmal. Bitte warte eine Minute und versuche es erneut.
code-engine-error = Die Plattform hat nicht geantwortet. Bitte versuche es gleich noch einmal.
code-unavailable = Der Dienst antwortet gerade nicht. Bitte versuche es gleich noch einmal.

## Kinds of faults
kind-missing = Bitte fülle das aus.
kind-int-type = Bitte gib eine ganze Zahl ein.
kind-number-type = Bitte gib eine Zahl ein.
kind-too-short =
    { $n ->
        [0] Bitte fülle das aus.
       *[other] Zu kurz: mindestens { $n }.
    }
kind-too-long =
    { $n ->
        [0] Das ist zu lang.
       *[other] Zu lang: höchstens { $n }.
    }
kind-greater-than-equal =
    { $n ->
        [0] Das ist zu klein.
       *[other] Zu klein: mindestens { $n }.
    }
kind-less-than-equal =
    { $n ->
        [0] Das ist zu groß.
       *[other] Zu groß: höchstens { $n }.
    }
kind-enum = Bitte wähle einen der angebotenen Werte.
kind-pattern = Das hat Zeichen oder eine Form, die hier nicht möglich sind.
kind-duplicate = Derselbe Eintrag kommt zweimal vor.
kind-url-invalid = Bitte gib eine vollständige Adresse ein, zum Beispiel https://example.com.
kind-country-invalid = Bitte verwende zweistellige Ländercodes wie DE.
kind-language-invalid = Bitte verwende einen Sprachcode wie de oder pt-BR.
kind-too-many = Das sind zu viele.
kind-unknown-field = Diese Bedingung gibt es nicht.
kind-low-contrast = Diese Farben sind zum Lesen zu ähnlich.
kind-value-error = Dieser Wert ist hier nicht möglich.

## Faults of the editor and of links
fault-country = Bitte verwende einen zweistelligen Code wie DE.
fault-countries = Bitte verwende zweistellige Codes wie DE, AT, CH.
fault-geo-countries = { fault-countries }
fault-trial-countries = { fault-countries }
fault-lang = Bitte verwende einen Sprachcode wie de oder pt-BR.
fault-url-url-invalid = Bitte gib eine vollständige Adresse ein, zum Beispiel https://example.com.
fault-target-url-url-invalid = { fault-url-url-invalid }
fault-until-ts-value-error = Das Ende muss nach dem Beginn liegen.
fault-match-json = Diese Bedingungen lassen sich nicht verwenden. Bitte prüfe Felder, Wörter und Werte.
fault-pixel-id = Bitte kopiere die ID deines Pixels aus der Werbeplattform.
fault-email = Bitte gib eine E-Mail-Adresse ein, zum Beispiel ada@example.com.

## Rollback
rollback-pending =
    { $n ->
        [0] Dein Entwurf hat keine unveröffentlichten Änderungen.
        [one] Dein Entwurf hat eine unveröffentlichte Änderung.
       *[other] Dein Entwurf hat { $n } unveröffentlichte Änderungen.
    }
rollback-pending-words = Besucher bekommen in jedem Fall wieder Version { $n }. Wähle, was mit deinem Entwurf geschieht.
rollback-changes = Noch nicht veröffentlicht
rollback-keep = Version { $n } live schalten und meinen Entwurf behalten
rollback-drop = Auch meinen Entwurf ersetzen
rollback-drop-sure = Auch deinen Entwurf ersetzen? Die Änderungen oben gehen verloren.
publish-unmade =
    { $n ->
        [one] Dieser Button führt zu einem Funnel-Link, der noch nicht erstellt ist. Ein Tipp darauf führt auf deine Seite:
       *[other] Diese Buttons führen zu Funnel-Links, die noch nicht erstellt sind. Ein Tipp darauf führt auf deine Seite:
    }
publish-unmade-fix = Funnel-Links erstellen
why-unknown = ist nicht entschieden, weil Folgendes unbekannt ist: { $list }.
why-unmade = wird angezeigt, aber sein Funnel-Link ist noch nicht erstellt: Ein Tipp führt auf deine Seite.
served-although-disabled = bekommt alle, weil es nichts anderes gibt
served-although-zero-weight = bekommt alle, weil der andere Link hier nicht verfügbar ist
served-although-no-country-link = kein Link für dieses Land, der allgemeine wird verwendet
served-although-not-provisioned = der Link ist noch nicht erstellt: Besucher bekommen deine Seite
served-although-inactive = der Link ist pausiert: Besucher bekommen deine Seite
served-although-expired = der Smart Link ist beendet
message-filtered = Die Plattform filtert diese Nachricht vielleicht, ganz oder zum Teil:

## Rights
key-own = Deiner
key-revoke-own-sure = Du bist mit diesem Schlüssel angemeldet. Widerrufen? Du wirst sofort abgemeldet, hier und überall, wo er verwendet wird. Das lässt sich nicht rückgängig machen.
key-revoke-last-sure = Du bist mit diesem Schlüssel angemeldet, und wir sehen keinen anderen Schlüssel, der Schlüssel erstellen darf. Wenn du ihn widerrufst, kann dich nur dein Administrator wieder einlassen. Trotzdem widerrufen?
domains-by-name = Dein Schlüssel zeigt die Liste der Domains nicht. Gib die Domain ein, die du öffnen möchtest.
domains-open = Öffnen

## Looks and setup
setup-dns-active = Diese Domain ist online. Behalte diesen Eintrag, solange du sie verwendest.
look-field-name-font = Schrift deines Namens
look-field-bio-font = Schrift des Textes über dich
canvas-reset = Diese Farbe entfernen
background-remove = Bild entfernen
said-picture-removed = Das Bild ist entfernt.
