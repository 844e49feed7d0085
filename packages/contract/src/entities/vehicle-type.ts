import * as z from "zod";
import { defineEndpoints } from "../endpoint.ts";
import { codeList } from "../fields/code-list.ts";
import { vehicleTypes, vehicleTypeWords } from "../fields/vehicle-type.ts";

const selection = z.strictObject({ vehicleTypes: codeList(vehicleTypes, vehicleTypeWords) });

/** The vehicle types that RFID access control lets in. */
export const vehicleTypeEndpoints = defineEndpoints(
  { read: "view", write: "policy", gates: "shared" },
  {
    "GET /configs/rfid-ac/vehicle-types": {
      tag: "Configurations",
      summary: "The vehicle types of RFID access control",
      response: selection,
    },
    "PUT /configs/rfid-ac/vehicle-types": {
      tag: "Configurations",
      summary: "Choose the vehicle types of RFID access control",
      body: selection,
      response: selection,
    },
  },
);
