import { requiredConfigs } from "@gatehouse/contract/entities/required-configs";
import { integrationNetworksError } from "@gatehouse/contract/fields/network";
import { describe, expect, it } from "vitest";
import { isIntegrationAddress, parseIntegrationNetworks } from "../../../src/platform/integration-networks.ts";

const initial = requiredConfigs.integrationNetworks.initial;
const isAllowed = (list: string, address: string) => isIntegrationAddress(parseIntegrationNetworks(list), address);

describe("the networks of integrations", () => {
  it.each([
    ["8.8.8.8", true],
    ["2606:4700::1111", true],
    ["10.1.2.3", true],
    ["172.16.0.1", true],
    ["192.168.1.1", true],
    ["fd12::1", true],
    ["127.0.0.1", false],
    ["127.255.255.254", false],
    ["::1", false],
    ["::ffff:127.0.0.1", false],
    ["0.0.0.0", false],
    ["::", false],
    ["169.254.169.254", false],
    ["::ffff:169.254.169.254", false],
    ["169.254.0.1", false],
    ["fe80::1", false],
    ["168.63.129.16", false],
    ["100.100.100.200", false],
    ["100.64.0.1", false],
    ["fd00:ec2::254", false],
    ["192.0.0.192", false],
    ["198.51.100.7", false],
    ["224.0.0.1", false],
    ["255.255.255.255", false],
    ["ff02::1", false],
    ["64:ff9b::7f00:1", false],
    ["2002:7f00:1::", false],
    ["2001:db8::1", false],
    ["mygate.example", false],
    ["", false],
  ])("SAFE-8 by default %s may be reached: %s", (address, isIn) => {
    expect(isAllowed(initial, address)).toBe(isIn);
  });

  it.each([
    ["public", "8.8.8.8", true],
    ["public", "10.0.0.1", false],
    ["10.0.0.0/8", "8.8.8.8", false],
    ["public, 127.0.0.0/8", "127.0.0.1", true],
    ["::1", "::1", true],
    ["0.0.0.0/0", "127.0.0.1", true],
    ["0.0.0.0/0", "169.254.169.254", false],
    ["169.254.169.254", "169.254.169.254", true],
    ["", "8.8.8.8", false],
  ])("SAFE-8 with %j %s may be reached: %s", (list, address, isIn) => {
    expect(isAllowed(list, address)).toBe(isIn);
  });

  it.each([
    [initial, undefined],
    ["public", undefined],
    ["public, 203.0.113.0/24", undefined],
    ["", "Must be networks such as 10.0.0.0/8, separated by commas"],
    ["public, the internet", '"the internet" is not a network such as 10.0.0.0/8'],
  ])("SAFE-8 the list %j has the fault %s", (list, error) => {
    expect(integrationNetworksError(list)).toBe(error);
  });
});
