import { BlockList, isIP } from "node:net";
import { networksError, parseIpAddress } from "@gatehouse/contract/fields/network";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isInside, parseNetworks } from "../../../src/platform/networks.ts";

const site = "10.0.0.0/8, 172.16.0.0/12,192.168.0.0/16 , fc00::/7";

describe("the site's networks", () => {
  it.each([
    ["10.0.0.1", true],
    ["10.255.255.255", true],
    ["11.0.0.0", false],
    ["172.15.255.255", false],
    ["172.31.255.255", true],
    ["172.32.0.0", false],
    ["192.168.7.7", true],
    ["127.0.0.1", false],
    ["0.0.0.0", false],
    ["169.254.169.254", false],
    ["8.8.8.8", false],
    ["fd12:3456::1", true],
    ["fe80::1", false],
    ["::1", false],
    ["::", false],
    ["::ffff:10.1.2.3", true],
    ["::ffff:a01:203", true],
    ["::ffff:127.0.0.1", false],
    ["10.1", false],
    ["0x0a000001", false],
    ["167772161", false],
    ["010.0.0.1", false],
    ["gate.example", false],
    ["", false],
  ])("the private ranges contain %s: %s", (address, isIn) => {
    expect(isInside(parseNetworks(site), address)).toBe(isIn);
  });

  it.each([
    ["0.0.0.0/0", "8.8.8.8", true],
    ["0.0.0.0/0", "2001:db8::1", false],
    ["::/0", "2001:db8::1", true],
    // All of IPv6 does not include IPv4, even as a mapped address.
    ["::/0", "::ffff:8.8.8.8", false],
    ["::ffff:10.0.0.0/104", "10.9.9.9", true],
    ["192.0.2.7", "192.0.2.7", true],
    ["192.0.2.7", "192.0.2.8", false],
    ["10.1.2.3/8", "10.9.9.9", true],
    ["nonsense, 10.0.0.0/8", "10.0.0.1", true],
    ["nonsense", "10.0.0.1", false],
  ])("%s contains %s: %s", (list, address, isIn) => {
    expect(isInside(parseNetworks(list), address)).toBe(isIn);
  });

  it.each([
    [site, undefined],
    ["127.0.0.0/8", undefined],
    ["::1", undefined],
    ["10.0.0.0/8, 10.0.0.0/33", '"10.0.0.0/33" is not a network such as 10.0.0.0/8'],
    ["10.0.0.0/8, intranet", '"intranet" is not a network such as 10.0.0.0/8'],
    ["10.0.0/8", '"10.0.0/8" is not a network such as 10.0.0.0/8'],
    ["fc00::/129", '"fc00::/129" is not a network such as 10.0.0.0/8'],
    ["::ffff:10.0.0.0/95", '"::ffff:10.0.0.0/95" is not a network such as 10.0.0.0/8'],
    ["10.0.0.0/8/8", '"10.0.0.0/8/8" is not a network such as 10.0.0.0/8'],
    ["1:2:3:4:5:6:7:8::", '"1:2:3:4:5:6:7:8::" is not a network such as 10.0.0.0/8'],
    ["10.0.0.0/8,", "Must be networks such as 10.0.0.0/8, separated by commas"],
    ["", "Must be networks such as 10.0.0.0/8, separated by commas"],
  ])("CFG-6 the list %j has the fault %j", (list, error) => {
    expect(networksError(list)).toBe(error);
  });
});

describe("for any address and network", () => {
  const v4 = fc.ipV4();
  const v6 = fc.ipV6();

  it("an address is parsed exactly if Node parses it", () => {
    const almost = fc.stringMatching(/^[0-9a-f:.]{0,20}$/);
    fc.assert(
      fc.property(fc.oneof(v4, v6, almost), (text) => (parseIpAddress(text) === undefined) === (isIP(text) === 0)),
    );
  });

  it.each([
    ["ipv4", v4, 32],
    ["ipv6", v6, 128],
  ] as const)("%s is matched as Node's own list matches it", (family, addresses, bits) => {
    const near = fc.tuple(addresses, addresses, fc.integer({ min: 0, max: bits }), fc.boolean());
    fc.assert(
      fc.property(near, ([network, other, prefix, isSame]) => {
        // Node's list matches mapped addresses across families; ours does not.
        fc.pre(bits === 32 || (parseIpAddress(network)?.bits === 128 && parseIpAddress(other)?.bits === 128));
        const address = isSame ? network : other;
        const list = new BlockList();
        list.addSubnet(network, prefix, family);
        return isInside(parseNetworks(`${network}/${prefix}`), address) === list.check(address, family);
      }),
    );
  });

  it("an IPv4-mapped IPv6 address matches like its IPv4 address", () => {
    fc.assert(
      fc.property(v4, v4, fc.integer({ min: 0, max: 32 }), (network, address, prefix) => {
        const networks = parseNetworks(`${network}/${prefix}`);
        return isInside(networks, `::ffff:${address}`) === isInside(networks, address);
      }),
    );
  });
});
