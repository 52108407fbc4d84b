"""Receives webhooks on a port: WEBHOOK_SECRET=whsec_... python webhook_receiver.py 8000"""

import os, sys  # noqa: E401
from http.server import BaseHTTPRequestHandler, HTTPServer
from funnel_sdk import FunnelError, verify_webhook

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        try:
            event = verify_webhook(os.environ["WEBHOOK_SECRET"], dict(self.headers), body)
        except FunnelError as error:
            return self.send_error(400, error.message)
        print(self.headers["webhook-id"], event["type"], flush=True)
        self.send_response(204)
        self.end_headers()

HTTPServer(("127.0.0.1", int(sys.argv[1])), Receiver).serve_forever()
