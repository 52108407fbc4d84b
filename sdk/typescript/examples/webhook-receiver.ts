// Receives webhooks on a port: WEBHOOK_SECRET=whsec_... node webhook-receiver.js 8000
import { verifyWebhook } from "@funnel/sdk";
import { createServer } from "node:http";

const secret = process.env["WEBHOOK_SECRET"]!;
createServer(async (request, response) => {
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { id, payload } = await verifyWebhook(Buffer.concat(chunks), request.headers, secret);
    console.log(id, payload.type);
    response.writeHead(204).end();
  } catch (error) {
    response.writeHead(400).end(String(error));
  }
}).listen(Number(process.argv[2]), "127.0.0.1");
