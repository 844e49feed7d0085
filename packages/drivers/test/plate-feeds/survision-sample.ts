import { jpegText } from "./received.ts";

/** A decision of a Survision camera. */
export const survisionSample = {
  anpr: {
    "@date": "1794715200250",
    "@id": "118",
    decision: { "@plate": "MH01AB1234", "@reliability": "87", "@context": "IN", jpeg: jpegText },
  },
};
