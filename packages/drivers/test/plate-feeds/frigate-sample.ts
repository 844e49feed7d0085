/** An update of a tracked object in Frigate. */
export const frigateSample = {
  type: "lpr",
  id: "1794715198.514302-k3v9aq",
  camera: "driveway",
  name: null,
  plate: "MH01AB1234",
  score: 0.94,
  timestamp: 1794715200.25,
};

/** The event of the same object. */
export const frigateEvent = {
  type: "update",
  before: { id: "1794715198.514302-k3v9aq", camera: "driveway", recognized_license_plate: null },
  after: {
    id: "1794715198.514302-k3v9aq",
    camera: "driveway",
    label: "car",
    start_time: 1794715198.514302,
    frame_time: 1794715200.25,
    end_time: null,
    recognized_license_plate: ["MH01AB1234", 0.94],
  },
};
