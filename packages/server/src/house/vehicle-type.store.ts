import { type VehicleType, vehicleTypes } from "@gatehouse/contract/fields/vehicle-type";
import type { ReadDb, Tx } from "../platform/database/database.ts";
import { loadCodes, saveCodes } from "../platform/resources/code-selection.ts";

const name = "rfid-ac/vehicle-types";

/** Loads the selected vehicle types of RFID access control; initially all. */
export const loadRfidVehicleTypes = (db: ReadDb): Promise<VehicleType[]> => loadCodes(db, name, vehicleTypes);

export const saveRfidVehicleTypes = (tx: Tx, selected: VehicleType[]): Promise<void> => saveCodes(tx, name, selected);
