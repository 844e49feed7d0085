import { defineEndpoints } from "../../endpoint.ts";
import { idParams } from "../../fields/record.ts";
import { deviceQuality, lookAlike, lookAlikeDraft, lookAlikeList } from "./data-quality.schema.ts";

const tag = "Data quality";

/** RULE-10: the endpoints of look-alike plates. */
export const lookAlikeEndpoints = defineEndpoints(
  { read: "view", write: "policy", gates: "shared" },
  {
    "GET /access/look-alikes": {
      tag,
      summary: "List pairs of registered plates one confusable character apart, the most read first",
      answer: lookAlikeList,
    },
    "PUT /access/look-alikes": {
      tag,
      summary: "Set what a pair of look-alike plates requires besides a matching read",
      body: lookAlikeDraft,
      answer: lookAlike,
    },
  },
);

/** RULE-10: the endpoint of the clock and the read quality of devices. */
export const deviceQualityEndpoints = defineEndpoints(
  { read: "view", write: "devices", gates: "ai_devices" },
  {
    "GET /ai-devices/{id}/data-quality": {
      tag,
      summary: "Clock drift of a device and read quality of its cameras in the last 24 hours",
      params: idParams,
      answer: deviceQuality,
      faults: ["record/not-found"],
    },
  },
);
