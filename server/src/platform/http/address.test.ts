import { expect, test } from 'vitest'
import { homeNetwork, isLoopback, networkPrefix, siteNetwork } from './address.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8:1::', '2001:db8:1:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
  ['203.0.113.7:51234', '203.0.113.7'],
  ['[2001:db8:1:2::7]:51234', '2001:db8:1:2'],
  ['[2001:db8:1:2::7]', '2001:db8:1:2'],
  ['203.0.113.7:', 'unknown'],
  ['[a socket]:80', 'unknown'],
  ['a socket', 'unknown'],
  ['203.0.113', 'unknown'],
  ['0x7f.1', 'unknown'],
  ['', 'unknown'],
])('the network of %j is %j', (address, network) => {
  expect(homeNetwork(address)).toBe(network)
})

test('a network of more than one home is shorter', () => {
  const wide = { octets: 3, groups: 3 }
  expect(networkPrefix('::ffff:203.0.113.7', wide)).toBe('203.0.113')
  expect(networkPrefix('2001:db8::1', wide)).toBe('2001:db8:0')
  for (const invented of ['x', '999.1.1.1', '090.002.001.001', ''])
    expect(networkPrefix(invented, wide)).toBe('unknown')
})

test.each([
  ['127.0.0.1', true],
  ['127.8.8.8', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['128.0.0.1', false],
  ['::2', false],
  ['localhost', false],
])('whether %s is this machine: %s', (address, expected) => {
  expect(isLoopback(address)).toBe(expected)
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2ab::1', '2001:db8:1:200'],
  ['2001:db8:1:2ff:1:2:3:4', '2001:db8:1:200'],
  ['2001:db8:1:300::1', '2001:db8:1:300'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
])('the customer at %o is %o', (address, site) => {
  expect(siteNetwork(address)).toBe(site)
})
