# Runs in a Debian 12 that has just booted, as root, without a network. What it prints with "ok:" is what was tried.
set -eux

ok() { echo "ok: $*"; }
refuses() {
    if "$@"; then
        echo "this should have failed: $*"
        exit 1
    fi
}
until_true() {
    for _ in $(seq 100); do
        if "$@" > /dev/null 2>&1; then return; fi
        sleep 0.2
    done
    "$@"
}
api() { curl --silent --show-error --fail --header "Authorization: Bearer $KEY" --header 'Content-Type: application/json' "$@"; }

# What the service answers, to be compared with what it answers later.
answers() {
    for path in domains api-keys members domains/links.example.com/versions segments/links.example.com; do
        # When a key was last used goes on.
        api "http://127.0.0.1:8080/api/admin/$path" | jq 'del(.. | objects | .last_used_at)'
    done
    curl --fail --silent --header 'Host: links.example.com' http://127.0.0.1:8081/
}

began=$(date +%s)
export DEBIAN_FRONTEND=noninteractive
dpkg --install /test/older.deb
test "$(stat --format=%U:%a /var/lib/funnel)" = funnel:700
test "$(stat --format=%U:%a /etc/funnel/secret-key)" = root:600
test "$(stat --format=%U:%a /etc/funnel/database-url)" = root:600
test "$(base64 --decode /etc/funnel/secret-key | wc --bytes)" = 32
refuses systemctl --quiet is-enabled funnel.service
refuses systemctl --quiet is-active funnel.service
funnel --version
test -e /usr/share/man/man1/funnel-serve.1.gz
test -e /usr/share/bash-completion/completions/funnel
systemd-analyze verify /lib/systemd/system/funnel.service
ok "the package installs, makes its user, folder and secret key, and starts nothing"

# A service without a database says so and is not started again and again.
systemctl start funnel.service || true
until_true systemctl --quiet is-failed funnel.service
journalctl --unit=funnel.service | grep 'FUNNEL_DATABASE_URL: must be a postgres:// address'
systemctl reset-failed funnel.service
ok "without a database the service names the variable and stays down"

until_true runuser -u postgres -- psql --command='SELECT 1'
password=$(openssl rand -hex 24)
runuser -u postgres -- psql --command="CREATE ROLE funnel LOGIN PASSWORD '$password'" --command='CREATE DATABASE funnel OWNER funnel'
echo "postgres://funnel:$password@127.0.0.1/funnel" > /etc/funnel/database-url
funnel migrate
cat >> /etc/funnel/funnel.toml <<END
trusted_proxies = "127.0.0.1,::1"
public_edge_url = "https://api.example.com"
engine_private_addresses = "refuse"
END
systemctl enable --now funnel.service
curl --fail --retry 10 --retry-connrefused http://127.0.0.1:8082/readyz
test "$(stat --format=%U "/proc/$(systemctl show --property=MainPID --value funnel.service)")" = funnel
funnel health
OWNER=$(funnel owner create --name "Ana" --plan pro --json | jq .owner_id)
test "$OWNER" = 1
KEY=$(funnel key mint --owner 1 --name "first key")
api http://127.0.0.1:8080/api/admin/domains --data '{"hostname":"links.example.com","display_name":"My links"}'
api http://127.0.0.1:8080/api/admin/segments/links.example.com --data '{"name":"Everyone"}'
api --request POST http://127.0.0.1:8080/api/admin/domains/links.example.com/publish
until_true sh -c "curl --silent http://127.0.0.1:8082/edge/tls-ask?domain=links.example.com --fail"
curl --fail --silent --header 'Host: links.example.com' http://127.0.0.1:8081/ | grep 'My links'
ok "the service starts on a new database, and serves a page"

caddy validate --config /usr/share/doc/funnel/examples/Caddyfile
cp /usr/share/doc/funnel/examples/Caddyfile /etc/caddy/Caddyfile
mkdir -p /etc/systemd/system/caddy.service.d
cat > /etc/systemd/system/caddy.service.d/funnel.conf <<END
[Service]
Environment=API_DOMAIN=api.example.com DASHBOARD_DOMAIN=dashboard.example.com TLS_ISSUER=internal
END
systemctl daemon-reload
systemctl restart caddy.service
visit() { curl --silent --show-error --fail --insecure --max-time 20 --resolve "$1:443:127.0.0.1" "https://$1$2"; }
until_true visit links.example.com /
visit links.example.com / | grep 'My links'
visit dashboard.example.com / > /dev/null
visit api.example.com /api/openapi.json | jq --exit-status .openapi
openssl s_client -connect 127.0.0.1:443 -servername links.example.com < /dev/null 2> /dev/null \
    | openssl x509 -noout -checkhost links.example.com | grep 'does match'
refuses visit unknown.example.com /
refuses sh -c 'openssl s_client -connect 127.0.0.1:443 -servername unknown.example.com < /dev/null 2> /dev/null | openssl x509 -noout'
ok "Caddy makes a certificate for a domain that the service knows, and none for another"
seconds=$(($(date +%s) - began))
test "$seconds" -lt 600
ok "from the package to a page over TLS in $seconds s"
. /test/acme.sh

test "$(curl --silent --output /dev/null --write-out '%{http_code}' --insecure --resolve api.example.com:443:127.0.0.1 \
    --request POST https://api.example.com/engine/v1/events --data '{}')" = 401
ok "engines reach the edge by the name of the API"

before=$(answers | sha256sum)
funnel backup create --out /var/tmp/funnel.backup --json
test "$(stat --format=%a /var/tmp/funnel.backup)" = 600
funnel backup verify /var/tmp/funnel.backup
tar --list --file /var/tmp/funnel.backup
age-keygen --output /root/identity.txt
funnel backup create --recipient "$(age-keygen -y /root/identity.txt)" --out /var/tmp/sealed.backup
refuses funnel backup verify /var/tmp/sealed.backup
funnel backup verify --identity /root/identity.txt /var/tmp/sealed.backup
# Who has the identity needs no program of ours.
age --decrypt --identity /root/identity.txt /var/tmp/sealed.backup | tar --list | grep 'manifest'
# What comes after the backup is not in it.
api http://127.0.0.1:8080/api/admin/domains --data '{"hostname":"later.example.com","display_name":"Later"}'
test "$(answers | sha256sum)" != "$before"
runuser -u postgres -- createdb --owner=funnel funnel_restored
sed --in-place s,/funnel$,/funnel_restored, /etc/funnel/database-url
systemctl stop funnel.service
mv /var/lib/funnel /var/lib/funnel.lost
install --directory --owner=funnel --group=funnel --mode=0700 /var/lib/funnel
funnel backup restore --identity /root/identity.txt /var/tmp/sealed.backup
systemctl start funnel.service
until_true curl --fail http://127.0.0.1:8082/readyz
test "$(answers | sha256sum)" = "$before"
ok "a sealed backup is made beside the service, verified, and restored into another database and folder: the same answers"

promtool check rules /usr/share/doc/funnel/examples/alerts.yml
mkdir --parents /etc/prometheus/funnel
cp /usr/share/doc/funnel/examples/alerts.yml /etc/prometheus/funnel/
promtool check config /test/prometheus.yml
ok "Prometheus takes the configuration and the alerts"

echo 'log = "info,access=warn"' >> /etc/funnel/funnel.toml
schema() { runuser -u postgres -- psql --dbname=funnel_restored --tuples-only --no-align --command='SELECT max(version), count(*) FROM __diesel_schema_migrations'; }
older=$(schema)
process=$(systemctl show --property=MainPID --value funnel.service)
funnel backup create --out /var/backups/funnel-$(date +%F).backup
dpkg --force-confold --install /test/newer.deb
test "$(systemctl show --property=MainPID --value funnel.service)" != "$process"
until_true curl --fail http://127.0.0.1:8082/readyz
grep 'log = "info,access=warn"' /etc/funnel/funnel.toml
# Another release may print more than the one before.
api http://127.0.0.1:8080/api/admin/domains/links.example.com | jq --exit-status '.hostname == "links.example.com"'
curl --fail --silent --header 'Host: links.example.com' http://127.0.0.1:8081/ | grep 'My links'
systemctl --quiet is-enabled funnel.service
# Commit and time are given for a release alone.
read -r commit epoch < /test/build || true
built='development build'
if test -n "$commit"; then built="$commit, $(date --utc --date="@$epoch" +%F)"; fi
funnel --version | grep --fixed-strings "($built)"
ok "an upgrade restarts the service, and keeps settings and data; the schema went from $older to $(schema)"

. /test/alerts.sh

dpkg --remove funnel
refuses systemctl --quiet is-active funnel.service
test ! -e /usr/bin/funnel
test -e /etc/funnel/funnel.toml -a -s /etc/funnel/secret-key -a -s /etc/funnel/database-url -a -d /var/lib/funnel
ok "removed, it leaves settings, keys and data"

dpkg --purge funnel
test ! -e /etc/funnel -a ! -e /var/lib/funnel -a ! -e /lib/systemd/system/funnel.service
runuser -u postgres -- psql --dbname=funnel_restored --tuples-only --command='SELECT hostname FROM domains' | grep links.example.com
ok "purged, it leaves the database alone"
