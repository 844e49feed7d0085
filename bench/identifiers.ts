import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { apiPath, consoleAppId } from "@gatehouse/contract/runtime-config";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { password, startServer } from "./server-process.ts";

const stored = 1_000_000;
const fileRows = 100_000;
const listMs = 6_000;
const importRounds = 3;
const limits = { list: 2, import: 2, memoryMb: 150 };

const heading = "lp,vehicleType,ownerName,ownerEmail,orgName,parkingId,validFrom,validTo";
const file = Array.from({ length: fileRows }, (_, index) => [
  `BN ${index % 60} QX ${index}`,
  "CAR",
  `Asha Rao ${index}`,
  `asha${index}@example.com`,
  "Bench",
  `P-${index}`,
  "2026-01-01",
  "2026-12-31",
]);

const dataDir = mkdtempSync(join(tmpdir(), "gatehouse-bench-"));
const server = await startServer(dataDir);
const idleMb = memoryMb();
const db = new pg.Client({ host: join(dataDir, "postgres"), user: "gatehouse", database: "gatehouse" });
await db.connect();
try {
  await seed();
  console.log(`${stored.toLocaleString("en")} identifiers`);
  await compareImport(); // first, while the server has done nothing else that its memory could remember
  for (const [name, query, bare] of lists()) await compareList(name, query, bare);
} finally {
  await db.end();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

function memoryMb(): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1];
  return Number(kilobytes) / 1024;
}

async function seed(): Promise<void> {
  await db.query(`
    insert into identifiers (origin, type, iid, "iidNormalized", lp, "vehicleType", "ownerName", "orgName", "validTo")
    select 'ADMIN', case when g % 5 = 0 then 'RFID' else 'LICENSE_PLATE' end,
      case when g % 5 = 0 then 'E200 ' || tag else state || ' ' || district || ' ' || series || ' ' || number end,
      case when g % 5 = 0 then 'E200' || tag else state || district || series || number end,
      case when g % 5 = 0 then state || ' ' || district || ' ' || series || ' ' || number end,
      'CAR', (array['Asha','Ravi','Meera','John','Fatima','Wei','Olga','Diego','Zoya','Kiran'])[1 + g % 10] || ' ' ||
        (array['Rao','Singh','Patel','Khan','Iyer','Das','Bose','Nair','Gupta','Joshi','Mehta'])[1 + g % 11],
      'Tower ' || g % 200, case when g % 3 = 0 then now() + (g % 700 - 100) * interval '1 day' end
    from (select g, upper(lpad(to_hex(g), 8, '0')) as tag, lpad((g / 8 % 60)::text, 2, '0') as district,
        (array['MH','KA','DL','TN','GJ','UP','RJ','KL'])[1 + g % 8] as state,
        chr(65 + g / 480 % 26) || chr(65 + g / 12480 % 26) as series, lpad((g / 17 % 9999)::text, 4, '0') as number
      from generate_series(1, ${stored}) g) as made`);
  await db.query(`insert into identifier_sightings select id, now() from identifiers where id % 4 = 0`);
  await db.query("vacuum analyze identifiers, identifier_sightings");
}

/** Each list with the statement that a person at psql would write for its page; its total is counted likewise. */
function lists(): [name: string, query: string, bare: Bare][] {
  const part = (text: string) => ({ where: `"searchText" like '%${text}%'`, offset: 0 });
  const soon = `"validTo" between now() and now() + interval '30 days' and ("validFrom" is null or "validFrom" <= now())`;
  const unseen = `not exists (select from identifier_sightings s where s."identifierId" = i.id)`;
  return [
    ["first page", "", { where: "true", offset: 0 }],
    ["page 9,000", "&page=9000", { where: "true", offset: 900_000 }],
    ["search, rare part", "&search=000ab12", part("000AB12")],
    ["search, common part", "&search=asha", part("ASHA")],
    ["search, two letters", "&search=mh", part("MH")],
    ["expiring soon", "&filter=expiring", { where: soon, offset: 0 }],
    ["never seen", "&filter=never-seen", { where: unseen, offset: 0 }],
  ];
}

interface Bare {
  where: string;
  offset: number;
}

async function compareList(name: string, query: string, { where, offset }: Bare): Promise<void> {
  const headers = await signedIn();
  const calls: number[] = [];
  const statements: number[] = [];
  // In turns, so that whatever else the machine does falls on both.
  for (const began = performance.now(); calls.length < 5 || performance.now() - began < listMs; ) {
    calls.push(
      await timed(async () => {
        const answer = await fetch(`${server.url}${apiPath}/ac/ids?scope=ADMIN${query}`, { headers });
        if (!answer.ok) throw new Error(`${name} was answered with ${answer.status}.`);
        await answer.arrayBuffer();
      }),
    );
    statements.push(
      await timed(async () => {
        await db.query(`select count(*) from identifiers i where origin = 'ADMIN' and ${where}`);
        await db.query(`select * from identifiers i left join identifier_sightings on "identifierId" = id
          where origin = 'ADMIN' and ${where} order by id desc limit 100 offset ${offset}`);
      }),
    );
  }
  report(name, undisturbed(calls), undisturbed(statements), limits.list);
}

/** The same new rows by the call and by COPY, in turns, each on the table as it was. */
async function compareImport(): Promise<void> {
  const calls: number[] = [];
  const copies: number[] = [];
  const peaks: number[] = [];
  for (let round = 0; round < importRounds; round += 1) {
    const watch = watchMemory();
    calls.push(await timed(importFile));
    peaks.push(watch.end());
    await forget();
    copies.push(await timed(copy));
    await forget();
  }
  report(`import of ${fileRows.toLocaleString("en")} rows`, undisturbed(calls), undisturbed(copies), limits.import);
  const above = Math.max(...peaks) - idleMb;
  const verdict = above <= limits.memoryMb ? "kept" : fail();
  console.log(
    `memory of the import          ${above.toFixed(0)} MB above ${idleMb.toFixed(0)} MB when idle (limit ${limits.memoryMb}): ${verdict}`,
  );
}

async function importFile(): Promise<void> {
  const body = new FormData();
  const text = `${heading}\n${file.map((cells) => cells.join(",")).join("\n")}`;
  body.set("lps", new Blob([text], { type: "text/csv" }), "bench.csv");
  const answer = await fetch(`${server.url}${apiPath}/ac/upload-lps`, {
    method: "POST",
    headers: await signedIn(),
    body,
  });
  const outcome = (await answer.json()) as { added?: number };
  if (outcome.added !== file.length) throw new Error(`The import answered ${JSON.stringify(outcome).slice(0, 200)}.`);
}

async function copy(): Promise<void> {
  const columns = `origin, type, "iidNormalized", iid, "vehicleType", "ownerName", "ownerEmail", "orgName", "parkingId", "validFrom", "validTo"`;
  function* lines(): Generator<string> {
    for (let start = 0; start < file.length; start += 1_000) {
      const block = file.slice(start, start + 1_000);
      yield block
        .map(([lp = "", ...cells]) => `ADMIN\tLICENSE_PLATE\t${lp.replaceAll(" ", "")}\t${[lp, ...cells].join("\t")}\n`)
        .join("");
    }
  }
  await pipeline(Readable.from(lines()), db.query(copyFrom(`copy identifiers (${columns}) from stdin`)));
}

async function forget(): Promise<void> {
  await db.query(`delete from identifiers where "orgName" = 'Bench'`);
  await db.query("vacuum analyze identifiers");
  await db.query("checkpoint");
}

function watchMemory() {
  let peak = memoryMb();
  const timer = setInterval(() => {
    peak = Math.max(peak, memoryMb());
  }, 20);
  return {
    end(): number {
      clearInterval(timer);
      return peak;
    },
  };
}

async function signedIn(): Promise<Record<string, string>> {
  const answer = await fetch(`${server.url}${apiPath}/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json", "app-id": consoleAppId },
    body: JSON.stringify({ username: "admin", password }),
  });
  const { token } = (await answer.json()) as { token: string };
  return { authorization: `Bearer ${token}` };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Whatever else the machine does only ever adds to a time: the quickest tenth tells the most. */
function undisturbed(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 10)] ?? 0;
}

function report(name: string, call: number, bare: number, limit: number): void {
  const ratio = call / bare;
  const verdict = ratio <= limit ? "kept" : fail();
  console.log(
    `${name.padEnd(28)} ${call.toFixed(1).padStart(8)} ms, bare ${bare.toFixed(1).padStart(8)} ms   ratio ${ratio.toFixed(2)} (limit ${limit}): ${verdict}`,
  );
}

function fail(): string {
  process.exitCode = 1;
  return "NOT KEPT";
}
