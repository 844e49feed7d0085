import { describe, expect, it } from "vitest";
import { plateCameraDraft } from "../src/entities/camera.ts";

const draft = { aiDeviceId: 1, ip: "127.10.0.9", port: 80, name: "Cam" };
const parse = (field: string, value: unknown) => plateCameraDraft.safeParse({ ...draft, [field]: value });

const rtsp = "Must be a URL that starts with rtsp:// or rtsps://";
const web = "Must be a URL that starts with http:// or https://";
const socket = "Must be a URL that starts with ws://, wss://, http:// or https://";

describe("stream URLs of a plate-access camera", () => {
  it.each([
    ["rtspStreamUrl", "rtsp://127.0.0.1/stream"],
    ["rtspStreamUrl", "RTSPS://user:pass@camera.example:322/live?channel=1"],
    ["mediaServerWebsocketUrl", "ws://127.0.0.1/live"],
    ["mediaServerWebsocketUrl", "wss://media.example/live"],
    ["mediaServerWebsocketUrl", "https://media.example/live"],
    ["mediaServerFrameUrl", "http://127.0.0.1/frame"],
    ["mediaServerHealthUrl", "https://[::1]:8443/health"],
  ])("CAM-5 %s accepts %s", (field, value) => {
    expect(parse(field, value).data).toMatchObject({ [field]: value });
  });

  it.each([
    ["rtspStreamUrl", "exec:ffmpeg -i x", rtsp],
    ["rtspStreamUrl", "exec://ffmpeg", rtsp],
    ["rtspStreamUrl", "http://127.0.0.1/stream", rtsp],
    ["rtspStreamUrl", "file:///etc/passwd", rtsp],
    ["rtspStreamUrl", "rtsp:stream", rtsp],
    ["rtspStreamUrl", "rtsp://", rtsp],
    ["rtspStreamUrl", "rtsp://127.0.0.1/a\nexec:x", rtsp],
    ["rtspStreamUrl", "rtsp://127.0.0.1/a\u0000", rtsp],
    ["rtspStreamUrl", `rtsp://127.0.0.1/${"a".repeat(2_000)}`, "At most 2000 characters"],
    ["mediaServerWebsocketUrl", "javascript:alert(1)", socket],
    ["mediaServerWebsocketUrl", "rtsp://127.0.0.1/stream", socket],
    ["mediaServerFrameUrl", "ws://127.0.0.1/frame", web],
    ["mediaServerFrameUrl", "data:text/html,x", web],
    ["mediaServerHealthUrl", "exec:reboot", web],
    ["mediaServerHealthUrl", "127.0.0.1/health", web],
  ])("CAM-5 %s rejects %j", (field, value, message) => {
    expect(parse(field, value).error?.issues).toMatchObject([{ path: [field], message }]);
  });

  it.each(["", null])("CAM-5 %j means none", (value) => {
    expect(parse("rtspStreamUrl", value).data).toMatchObject({ rtspStreamUrl: null });
  });
});
