// Reads a list to its end, a page at a time: FUNNEL_API_URL and FUNNEL_API_KEY are needed.
import { FunnelClient } from "@funnel/sdk";

let members = 0;
for await (const _ of new FunnelClient().members.listAll({ limit: 1000 })) members++;
console.log(members, "members");
