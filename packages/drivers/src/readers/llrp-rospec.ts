import { tlv, parameterTypes as types, u8, u16, u32 } from "./llrp-parameter.ts";

const disabled = 0;
const allAntennas = 0;
const noTrigger = 0;
const epcGlobalClass1Gen2 = 1;
const afterEveryTags = 1;
/** AntennaID, PeakRSSI, FirstSeenTimestamp, LastSeenTimestamp and TagSeenCount. */
const reportedFields = 0x1000 | 0x0400 | 0x0200 | 0x0100 | 0x0080;

/** The bytes of an ROSpec that reads all antennas from START_ROSPEC on and reports every tag at once. */
export function encodeRoSpec(roSpecId: number): Buffer {
  return tlv(
    types.roSpec,
    u32(roSpecId),
    u8(0),
    u8(disabled),
    tlv(
      types.roBoundarySpec,
      tlv(types.roSpecStartTrigger, u8(noTrigger)),
      tlv(types.roSpecStopTrigger, u8(noTrigger), u32(0)),
    ),
    tlv(
      types.aiSpec,
      u16(1),
      u16(allAntennas),
      tlv(types.aiSpecStopTrigger, u8(noTrigger), u32(0)),
      tlv(types.inventoryParameterSpec, u16(1), u8(epcGlobalClass1Gen2)),
    ),
    tlv(types.roReportSpec, u8(afterEveryTags), u16(1), tlv(types.tagReportContentSelector, u16(reportedFields))),
  );
}
