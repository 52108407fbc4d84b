# Goes on where installation.sh is: Caddy gets its certificates from another one by ACME, as from Let's Encrypt. pebble asks at port 80 or 443
# of the address that a name leads to, which is this machine.
mkdir /etc/pebble
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost \
    -keyout /etc/pebble/key.pem -out /usr/local/share/ca-certificates/pebble.crt
update-ca-certificates
cat > /etc/pebble/config.json <<END
{"pebble": {"listenAddress": "127.0.0.1:14000", "managementListenAddress": "127.0.0.1:15000",
    "certificate": "/usr/local/share/ca-certificates/pebble.crt", "privateKey": "/etc/pebble/key.pem", "httpPort": 80, "tlsPort": 443}}
END
echo '127.0.0.1 api.example.com dashboard.example.com links.example.com unknown.example.com' >> /etc/hosts
systemd-run --unit=pebble --setenv=PEBBLE_VA_NOSLEEP=1 pebble -config /etc/pebble/config.json
until_true curl --fail https://localhost:14000/dir
sed --in-place 's,^Environment=.*,Environment=API_DOMAIN=api.example.com DASHBOARD_DOMAIN=dashboard.example.com "TLS_ISSUER=acme https://localhost:14000/dir",' \
    /etc/systemd/system/caddy.service.d/funnel.conf
systemctl stop caddy.service
rm --recursive /var/lib/caddy/.local/share/caddy/certificates
systemctl daemon-reload
systemctl start caddy.service
issuer() { openssl s_client -connect 127.0.0.1:443 -servername "$1" < /dev/null 2> /dev/null | openssl x509 -noout -issuer; }
pebbled() { issuer "$1" | grep Pebble; }
for name in links.example.com api.example.com dashboard.example.com; do
    until_true pebbled $name
done
visit links.example.com / | grep 'My links'
refuses issuer unknown.example.com
# Not even asked for: a limit of the issuer is not spent on names that anybody makes up.
journalctl --unit=pebble | grep --quiet links.example.com
refuses sh -c 'journalctl --unit=pebble | grep unknown.example.com'
ok "by ACME, a new domain gets its certificate at its first visit, and an unknown host is not even asked for"
systemctl stop pebble.service
