import { describe, expect, it } from "vitest";
import type { AiDeviceDriver, HttpTransport } from "../src/ai-devices/driver.ts";
import { aiDeviceDrivers } from "../src/ai-devices/registry.ts";
import { type DeviceError, type DeviceResult, failed, type HttpResponse, success } from "../src/device-result.ts";

// These tests run for every driver in the registry.

const device = { ip: "127.20.2.10", apiPort: 8081, apiBasepath: "", username: "gate", password: "hüsh:1" };
const { username: _u, password: _p, ...anonymous } = device;

const drivers = Object.entries(aiDeviceDrivers);
const listing = drivers.filter(([, driver]) => driver.listCameras && driver.readCamera);

/** Drivers that only get a web page accept any page. */
const webPageOnly = new Set(["bosch", "carrida", "generic"]);
const speaking = drivers.filter(([vendor]) => !webPageOnly.has(vendor));
const looking = drivers.filter(([vendor]) => webPageOnly.has(vendor));

const answering =
  (response: Partial<HttpResponse>): HttpTransport =>
  async () =>
    success({ status: 200, contentType: "application/json", text: "", ...response });

const html = { contentType: "text/html", text: "<!doctype html><title>It works!</title>" };
const truncated = { text: '[{"id":1,"name":"Gate nor' };

/** Returns one text at one address and nothing elsewhere. */
const only =
  (url: string, text: unknown): HttpTransport =>
  async (request) =>
    request.url === url
      ? success({ status: 200, contentType: "application/json", text: JSON.stringify(text) })
      : failed("unreachable", request.url);

type Question = (driver: AiDeviceDriver, http: HttpTransport) => Promise<DeviceResult<unknown>> | undefined;
const questions: [string, Question][] = [
  ["probed", (driver, http) => driver.probe(device, http)],
  ["listing cameras", (driver, http) => driver.listCameras?.(device, http)],
  ["reading one camera", (driver, http) => driver.readCamera?.(device, "1", http)],
];
const asked = (of: typeof drivers, which = questions) =>
  of.flatMap(([vendor, driver]) =>
    which
      .filter(([how]) => how === "probed" || driver.listCameras)
      .map(([how, question]) => [vendor, how, driver, question] as const),
  );
const everyQuestion = asked(drivers);
const everyReading = [...asked(speaking), ...asked(listing, questions.slice(1))];

const kindOf = (result: DeviceResult<unknown> | undefined) => result?.ok === false && result.failure.kind;

describe.each([
  ["unreachable", "no route to it"],
  ["timed-out", "slow: nothing came in time"],
  ["outside-networks", "not inside the site's networks"],
] as const)("a device that is %s (%s)", (kind, detail) => {
  const failure: DeviceError = { kind, detail };
  it.each(everyQuestion)("HEALTH-4 %s, %s, fails with that reason", async (_v, _h, driver, question) => {
    expect(await question(driver, async () => ({ ok: false, failure }))).toEqual({ ok: false, failure });
  });
});

describe("half a megabyte", () => {
  const flood: HttpTransport = async () => failed("too-large", "more than 256 KiB");
  it.each(everyReading)("%s, %s, is too large", async (_v, _h, driver, question) => {
    expect(kindOf(await question(driver, flood))).toBe("too-large");
  });
  it.each(looking)("%s, probed, still counts as a page", async (_v, driver) => {
    expect(await driver.probe(device, flood)).toEqual(success(null));
  });
});

describe.each([401, 403])("status %i", (status) => {
  it.each(everyQuestion)("AIDEV-2 %s, %s, means wrong credentials", async (_v, _h, driver, question) => {
    expect(kindOf(await question(driver, answering({ status, ...html })))).toBe("wrong-credentials");
  });
  it.each(looking)("%s, probed without credentials, shows that it runs", async (_v, driver) => {
    expect(await driver.probe(anonymous, answering({ status, ...html }))).toEqual(success(null));
  });
});

describe.each([500, 503])("status %i", (status) => {
  it.each(everyQuestion)("HEALTH-4 %s, %s, is a failure", async (_v, _h, driver, question) => {
    expect(kindOf(await question(driver, answering({ status })))).toBe("refused");
  });
});

describe.each([301, 302, 307, 404])("status %i", (status) => {
  it.each(everyReading)("%s, %s, is a refusal", async (_v, _h, driver, question) => {
    expect(kindOf(await question(driver, answering({ status })))).toBe("refused");
  });
  it.each(looking)("%s, probed, shows that it runs", async (_v, driver) => {
    expect(await driver.probe(device, answering({ status }))).toEqual(success(null));
  });
});

describe.each([
  ["a web page", html],
  ["nothing", { text: "" }],
  ["bytes", { text: "\u0000\u0001\ufffd" }],
  ["a truncated answer", truncated],
  ["a number", { text: "5" }],
  ["null", { text: "null" }],
  ["another object", { text: '{"toString":1,"__proto__":{"status":"ok"}}' }],
])("%s where JSON of ours was expected", (_, response) => {
  it.each(everyReading)("%s, %s, is not understood", async (_v, _h, driver, question) => {
    expect(kindOf(await question(driver, answering(response)))).toBe("not-understood");
  });
  it.each(looking)("HEALTH-4 %s, probed, shows that it runs", async (_v, driver) => {
    expect(await driver.probe(device, answering(response))).toEqual(success(null));
  });
});

describe("a healthy device", () => {
  it.each(drivers)("HEALTH-4 %s reports it", async (_v, driver) => {
    expect(await driver.probe(device, answering({ text: '{"status":"ok"}' }))).toEqual(success(null));
  });
  it.each(speaking)("HEALTH-4 %s reports the fault of an unhealthy one", async (_v, driver) => {
    expect(await driver.probe(device, answering({ text: '{"status":"disk full"}' }))).toEqual(
      failed("refused", 'The device reports "disk full".'),
    );
  });
});

describe.each(listing)("the cameras of %s", (_, driver) => {
  const at = "http://127.20.2.10:8081/cameras";
  const list = (text: unknown) => driver.listCameras?.(device, only(at, text));

  it.each([
    ["a list", (cameras: unknown) => cameras],
    ["an object", (cameras: unknown) => ({ cameras, total: 1 })],
  ])("CAM-8 come as %s, with ids as text or number and slots or none", async (_how, wrap) => {
    const cameras = [
      { id: 7, name: " Deck 1 ", slots: [{ id: 1, name: "A-1" }, { id: "b2" }], model: "X" },
      { id: "north", name: "Gate north" },
      { id: "bare", name: null, slots: null },
    ];
    expect(await list(wrap(cameras))).toEqual(
      success([
        {
          id: "7",
          name: "Deck 1",
          slots: [
            { id: "1", name: "A-1" },
            { id: "b2", name: "b2" },
          ],
        },
        { id: "north", name: "Gate north", slots: [] },
        { id: "bare", name: "bare", slots: [] },
      ]),
    );
  });

  it.each(["दिल्ली गेट", "大门 北", "بوابة الشمال", "Ворота №1", "Tor „Süd“ 🅿️", "ประตู"])(
    "CAM-8 may be called %s",
    async (name) => {
      expect(await list([{ id: name, name, slots: [{ id: 1, name }] }])).toEqual(
        success([{ id: name, name, slots: [{ id: "1", name }] }]),
      );
    },
  );

  it.each([
    [[{ name: "no id" }], "cameras[0].id required"],
    [[{ id: 1.5 }], "cameras[0].id required"],
    [[{ id: {} }], "cameras[0].id required"],
    [[null], "cameras[0].id required"],
    [[{ id: 1, name: 5 }], "cameras[0].name required"],
    [[{ id: 1, name: "a\u0000b" }], "cameras[0].name contains a character that cannot be stored"],
    [[{ id: 1, name: "x".repeat(256) }], "cameras[0].name at most 255 characters"],
    [[{ id: 1 }, { id: "1" }], "cameras has the id 1 twice"],
    [[{ id: 1, slots: {} }], "cameras[0].slots is not a list"],
    [[{ id: 1, slots: [{ id: 4 }, { id: "4" }] }], "cameras[0].slots has the id 4 twice"],
    [{ cameras: "all" }, "cameras is not a list"],
  ])("CAM-8 %j is rejected with the path of the fault", async (text, place) => {
    expect(await list(text)).toEqual(failed("not-understood", `Invalid reply from the device: ${place}.`));
  });

  it.each([
    ["1", `${at}/1`],
    ["gate/north ü", `${at}/gate%2Fnorth%20%C3%BC`],
  ])("CAM-8 one is read by its id %s", async (id, url) => {
    expect(await driver.readCamera?.(device, id, only(url, { id, name: "N", slots: [{ id: 3, name: "C" }] }))).toEqual(
      success({ id, name: "N", slots: [{ id: "3", name: "C" }] }),
    );
  });

  it("CAM-8 a reply with another camera is rejected", async () => {
    expect(await driver.readCamera?.(device, "1", only(`${at}/1`, { id: 2, name: "N" }))).toEqual(
      failed("not-understood", "Asked for camera 1, the device answered with 2."),
    );
  });
});

describe.each(drivers)("the address of %s", (_, driver) => {
  const addressAsked = async (over: Partial<typeof device>) => {
    const urls: string[] = [];
    await driver.probe({ ...device, ...over }, async ({ url }) => {
      urls.push(url.replace(/health$/, ""));
      return failed("unreachable", "");
    });
    return urls;
  };
  it.each([
    [{ apiBasepath: "/" }, /^http:\/\/127\.20\.2\.10:8081\/$/],
    [{ ip: "fd00::5" }, /^http:\/\/\[fd00::5\]:8081\/$/],
    [{ apiBasepath: "api" }, /^http:\/\/127\.20\.2\.10:8081\/api\/?$/],
    [{ apiBasepath: "/api/v2/" }, /^http:\/\/127\.20\.2\.10:8081\/api\/v2\/?$/],
    [{ apiBasepath: "/a b%20c?x#y" }, /^http:\/\/127\.20\.2\.10:8081\/a%20b%20c%3Fx%23y\/?$/],
  ])("AIDEV-2 is made of %j", async (over, pattern) => {
    expect(await addressAsked(over)).toEqual([expect.stringMatching(pattern)]);
  });
});

describe.each(drivers)("the credentials of %s", (_, driver) => {
  const sentBy = async (who: Parameters<AiDeviceDriver["probe"]>[0]) => {
    const sent: unknown[] = [];
    await driver.probe(who, async ({ headers }) => {
      sent.push(headers);
      return failed("unreachable", "");
    });
    return sent;
  };
  it("AIDEV-2 are sent as Basic auth", async () => {
    expect(await sentBy(device)).toEqual([{ authorization: `Basic ${btoa("gate:h\u00c3\u00bcsh:1")}` }]);
  });
  it("AIDEV-2 are left out when there are none", async () => {
    expect(await sentBy(anonymous)).toEqual([undefined]);
  });
});
