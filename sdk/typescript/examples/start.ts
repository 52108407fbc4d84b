// Lists the domains, and makes a QR code: FUNNEL_API_URL and FUNNEL_API_KEY are needed.
import { FunnelClient, FunnelError } from "@funnel/sdk";

const funnel = new FunnelClient();
const { items } = await funnel.domains.list();
const domain = items[0]!.hostname;
const code = await funnel.qrCodes.create({ domain, body: { slug: `example-${crypto.randomUUID().slice(0, 8)}` } });
console.log(domain, code.path);
try {
  await funnel.domains.show({ domain: "nobody.example.com" });
} catch (error) {
  if (!(error instanceof FunnelError)) throw error;
  console.log(error.code);
}
