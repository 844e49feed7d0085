/** A TrafficJunction of a Dahua ITC camera. */
export const dahuaEventPushSample = {
  Channel: 0,
  Events: [
    {
      Action: "Pulse",
      Code: "TrafficJunction",
      CountInGroup: 1,
      GroupID: 4711,
      IndexInGroup: 1,
      JunctionDirection: "Obverse",
      Lane: 0,
      // The time of the camera's zone, written as if it were UTC.
      UTC: 1794735000,
      RealUTC: 1794715200,
      UTCMS: 250,
      Object: { ObjectType: "Plate", Text: "MH01AB1234", Confidence: 91, BoundingBox: [1, 2, 3, 4] },
      TrafficCar: { PlateNumber: "MH01AB1234", PlateColor: "White", MachineName: "gate-itc", Speed: 12 },
      Vehicle: { ObjectType: "Vehicle", Category: "SUV", Text: "Tata" },
    },
  ],
};
