import { sql } from "kysely";
import { engineSite } from "../../intake/ingest/ingest-site.ts";
import { createPeople } from "./people.ts";
import { createFullGate } from "./two-gates.ts";

/** Two gates with everything that belongs to them, a person who is limited to one, and one without a limit. */
export async function createGateLimitSite() {
  const site = await engineSite();
  const { server, db } = site;
  const people = createPeople(server);
  const own = await createFullGate(site, "ALPHA", "127.20.0.1");
  const other = await createFullGate(site, "BRAVO", "127.20.0.2");
  for (const { sender, mark } of [own, other]) await site.push(sender, site.plateEvent(`${mark}1`));
  await db
    .insertInto("outbox")
    .values({
      kind: "ticket",
      payload: JSON.stringify({ plate: "BRAVO1", machineName: "BRAVO machine" }),
      createdAt: new Date(),
      nextAttemptAt: new Date(Date.now() + 3_600_000),
    })
    .execute();
  // Each event has a result of a shadow rule.
  await sql`update events set trace = trace || '{"shadow": [{"ruleId": 1, "name": "Draft", "text": "Would have been denied"}]}'`.execute(
    db,
  );
  // Every permission, so that only the limit rejects.
  const limited = await people.signIn({ role: "administrator", gateIds: [own.gateId] });
  const admin = await people.signIn({ role: "administrator" });

  const eventOf = async (mark: string) =>
    (await site.events<{ id: number }>("anpr-ac", { search: `${mark}1`, all: true }))[0]?.id ?? 0;
  const events = { [own.mark]: await eventOf("ALPHA"), [other.mark]: await eventOf("BRAVO") };
  return { server, db, own, other, limited, admin, events };
}
