# Goes on where installation.sh is, with a service that runs: Prometheus of Debian watches it by the alerts of the package, what they watch is
# broken, and each has to fire. Only how long a fault must last (`for`) is shorter than it is for users; expressions are theirs.

sql() { runuser -u postgres -- psql --dbname=funnel_restored --quiet --set=ON_ERROR_STOP=1 --tuples-only --no-align --command="$1"; }
firing() {
    curl --silent --fail http://127.0.0.1:9090/api/v1/alerts \
        | jq --raw-output '.data.alerts[] | select(.state == "firing") | .labels.alertname' | sort --unique
}
fired=
fires() {
    for _ in $(seq 120); do
        if firing | grep --quiet --line-regexp "$1"; then
            fired="$fired $1"
            return
        fi
        sleep 0.5
    done
    echo "$1 does not fire; there are: $(firing)"
    exit 1
}
# The jobs can't write to a table: their work stays where it is.
hold() {
    sql "CREATE FUNCTION hold_$1() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''held''; END'" > /dev/null
    sql "BEGIN; $2; CREATE TRIGGER hold BEFORE UPDATE ON $1 FOR EACH ROW EXECUTE FUNCTION hold_$1(); COMMIT"
}
release() { sql "DROP TRIGGER hold ON $1; $2"; }

sed --in-place 's/^engine_private_addresses = .*/engine_private_addresses = "loopback"/' /etc/funnel/funnel.toml
cat >> /etc/funnel/funnel.toml <<END
engine_pull_seconds = "1"
meta_url = "http://127.0.0.1:9"
END
systemctl restart funnel.service
until_true curl --fail http://127.0.0.1:8082/readyz
visit links.example.com / | grep 'My links'
sed 's/^\( *for:\) .*/\1 1s/' /usr/share/doc/funnel/examples/alerts.yml > /etc/prometheus/funnel/alerts.yml
cat > /etc/prometheus/prometheus.yml <<END
global: {scrape_interval: 1s, evaluation_interval: 1s}
rule_files: [/etc/prometheus/funnel/alerts.yml]
scrape_configs:
  - job_name: funnel
    static_configs: [{targets: ["127.0.0.1:8082"]}]
END
promtool check config /etc/prometheus/prometheus.yml
systemctl restart prometheus.service
up() { curl --silent 'http://127.0.0.1:9090/api/v1/query?query=up%7Bjob%3D%22funnel%22%7D' | grep '"1"'; }
until_true up
# Two more rounds of it, with the gauges of the queues there.
until_true sh -c 'curl --silent "http://127.0.0.1:9090/api/v1/query?query=count_over_time(queue_due%5B1m%5D)%3E3" | grep quarantined'
test -z "$(firing)"
ok "no alert fires while all is well"

# An engine that is not there, and that pushes what nobody can read.
funnel engine connect --owner "$OWNER" --base-url http://127.0.0.1:9 --account acct_1 --token token-of-the-engine \
    --event-secret secret-of-the-events-0123456789 --unchecked
push='{"events":[{"event_id":"1","type":"new_subscriber"}]}'
now=$(date +%s)
signature=$(printf %s "$now.$push" | openssl dgst -sha256 -hmac secret-of-the-events-0123456789 -hex | sed 's/.* //')
curl --fail --silent --header 'X-Engine-Account: acct_1' --header "X-Engine-Timestamp: $now" --header "X-Engine-Signature: v1=$signature" \
    --data "$push" http://127.0.0.1:8081/engine/v1/events | jq --exit-status '.rejected | length == 1'
fires FunnelEventsRejected
fires FunnelEnginesFailing

sql "INSERT INTO quarantined_events VALUES ($OWNER, 'acct_1', '2', 'new_subscriber', NULL, '22003', '\\x0000000001', now())"
fires FunnelEventsQuarantined

# A platform that does not answer, and then one that refuses the token.
sql "INSERT INTO funnel_links (owner_id, provider_id, offer, name, url, permanent, active, created_at)
     VALUES ($OWNER, 'pl_1', 'paid', 'First', 'https://example.com/pl_1', true, true, now())"
pixels=http://127.0.0.1:8080/api/admin/smart-links/pl_1/pixels
api --request PUT $pixels --data '{"platform":"meta","pixel_id":"123","access_token":"token-of-the-pixel"}'
for _ in 1 2 3 4; do
    api --request POST $pixels/meta/test --data '{}' || true
    sleep 1
done
fires FunnelPlatformFailing
sql "INSERT INTO pixel_deliveries (owner_id, provider_id, platform, event_id, event_name, event_time, event_json, state, attempts,
        next_attempt_at, created_at)
     SELECT $OWNER, 'pl_1', 'meta', 'e' || number, 'Purchase', now(), '{}', 'waiting_token', 1, now(), now()
     FROM generate_series(1, 1001) number"
fires FunnelPixelsRefused

for number in $(seq 12); do
    api http://127.0.0.1:8080/api/admin/domains --data "{\"hostname\":\"links-$number.invalid\",\"display_name\":\"Nowhere\"}" > /dev/null
done
fires FunnelProvisioningFailing

# Jobs that get nothing done.
hold event_cursors "UPDATE event_cursors SET due_at = now() - interval '10 minutes', locked_until = NULL"
fires FunnelQueueOverdue
release event_cursors "DELETE FROM event_cursors"
webhook=$(api http://127.0.0.1:8080/api/admin/webhooks --data '{"url":"https://receiver.example.com/","events":["*"]}' | jq --raw-output .id)
hold webhook_deliveries "INSERT INTO webhook_deliveries (owner_id, endpoint_id, message_id, event_type, body, subject, state, attempts,
        next_attempt_at, created_at)
     VALUES ($OWNER, '$webhook', 'm', 'domain.published', '{}', 's', 'pending', 0, now() - interval '10 minutes', now())"
fires FunnelWebhooksOverdue
release webhook_deliveries "DELETE FROM webhook_deliveries"
hold destination_checks "INSERT INTO destination_checks (owner_id, gather_at, due_at) VALUES ($OWNER, now(), now() - interval '2 hours')"
fires FunnelDestinationsOverdue
release destination_checks "DELETE FROM destination_checks"
# A message in the hands of a worker that did not come back. The gate is closed, so the job would pause the campaign: that is held too.
campaign=$(api http://127.0.0.1:8080/api/admin/broadcasts --data '{"title":"Held","mode":"drip","audience":{},"message":{"text":"Hi"}}' | jq .id)
hold broadcasts "UPDATE broadcasts SET status = 'running', account_id = 'acct_1' WHERE broadcast_id = $campaign;
    INSERT INTO broadcast_rows (owner_id, broadcast_id, fan_id, state, due_at)
    VALUES ($OWNER, $campaign, 'fan_1', 'claimed', now() - interval '10 minutes')"
fires FunnelBroadcastOverdue
release broadcasts "UPDATE broadcasts SET status = 'cancelled', reason = NULL WHERE broadcast_id = $campaign"

# A file of touches that a crash left half written.
install --directory --owner=funnel --group=funnel /var/lib/funnel/touches/0000000000000001
install --owner=funnel --group=funnel /dev/null /var/lib/funnel/touches/0000000000000001/lock
echo 'this is no frame' > /var/lib/funnel/touches/0000000000000001/0000000000000001.sealed
chown funnel: /var/lib/funnel/touches/0000000000000001/0000000000000001.sealed
fires FunnelTouchJournalFailing
fires FunnelTouchesRefused

# Somebody holds the tables that say where a redirect leads.
redirect() { curl --silent --output /dev/null --max-time 10 --header "Host: none-$1.example.com" "http://127.0.0.1:8081/r/none"; }
redirect 0
sleep 2
sql 'BEGIN; LOCK TABLE hostnames, domains, smart_links IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(3)' > /dev/null &
sleep 1
for number in $(seq 20); do
    redirect "$number" &
done
fires FunnelRedirectsSlow
wait

# The database is unavailable.
systemctl stop postgresql.service
last_known() {
    curl --silent --fail --header 'Host: links.example.com' http://127.0.0.1:8081/ | grep 'My links'
    api http://127.0.0.1:8080/api/admin/domains > /dev/null 2>&1 || true
    find /var/lib/funnel/touches -name '*.sealed' -exec touch --date='10 minutes ago' {} +
    firing | grep --line-regexp "$1"
}
for alert in FunnelEdgeOnLastKnown FunnelServerErrors FunnelTouchesLate; do
    until_true last_known $alert
    fires $alert
done
systemctl start postgresql.service
until_true curl --fail http://127.0.0.1:8082/readyz

systemctl stop funnel.service
fires FunnelProcessDown

# A disk without room, last, because its clicks outnumber all requests before. The process keeps 64 MiB of touches that it tries to write, and as
# much behind them, before it loses one: with two ids of 4,096 characters each that is some 16,000 clicks.
mount -t tmpfs -o "size=1m,mode=0700,uid=$(id --user funnel),gid=$(id --group funnel)" tmpfs /var/lib/funnel/touches
systemctl start funnel.service
until_true curl --fail http://127.0.0.1:8082/readyz
visit links.example.com / | grep 'My links'
# That visit is written and stored, and its file is gone.
sleep 3
refuses dd if=/dev/zero of=/var/lib/funnel/touches/full bs=4k
printf 'url="http://127.0.0.1:8081/go/banner?fbclid=%4096s&ttclid=%4096s&n=[1-2000]"\n' '' '' | tr ' ' a > /var/tmp/clicks
lost() { curl --silent --fail http://127.0.0.1:8082/metrics | grep '^touches_lost_total [1-9]'; }
for _ in $(seq 12); do
    if lost; then break; fi
    curl --silent --parallel --parallel-max 20 --output /dev/null --header 'Host: links.example.com' --config /var/tmp/clicks || true
done
lost
fires FunnelTouchesLost
systemctl stop funnel.service
umount /var/lib/funnel/touches
systemctl start funnel.service
until_true curl --fail http://127.0.0.1:8082/readyz
test "$(printf '%s\n' $fired | sort)" = "$(sed -n 's/^ *- alert: //p' /etc/prometheus/funnel/alerts.yml | sort)"
ok "each alert fires when what it watches is broken:$fired"
systemctl stop prometheus.service
