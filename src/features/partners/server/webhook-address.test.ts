import { createSocket } from 'node:dgram'
import { lookup, Resolver } from 'node:dns/promises'
import { describe, expect, it } from 'vitest'
import { addressFault, isPublicAddress, postTo } from './webhook-address.ts'

describe('where a partner may be told', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    '::ffff:127.0.0.1',
    '2001:db8::1',
    '2002:7f00:1::',
    '64:ff9b::7f00:1',
    'nonsense',
  ])('%s is inside of a network', (address) => expect(isPublicAddress(address)).toBe(false))
  it.each(['93.184.216.34', '1.1.1.1', '2606:4700:4700::1111'])('%s is open to everybody', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  )
  it('is https in production, by a name or a public address', () => {
    const fault = (text: string) => addressFault(text, { mode: 'production' })
    expect([
      fault('https://partner.example/hook'),
      fault('http://partner.example/hook'),
      fault('https://127.0.0.1/'),
      fault('https://[::1]/'),
      fault('https://2130706433/'),
      fault('https://0x7f.1/'),
      fault('https://user:word@partner.example/'),
      fault('file:///etc/passwd'),
      fault('nothing'),
    ]).toEqual([undefined, 'https', 'private', 'private', 'private', 'private', 'format', 'https', 'format'])
  })
  it('is nowhere inside, whatever a name leads to', async () => {
    expect(await postTo('https://localhost/hook', '{}', {}, { mode: 'production' })).toEqual({
      status: null,
      fault: 'private',
    })
  })
  it('holds up no other name while its name server does not answer', async () => {
    const silent = createSocket('udp4')
    await new Promise<void>((done) => silent.bind(0, '127.0.0.1', done))
    const asked = new Promise<void>((go) => silent.once('message', () => go()))
    const resolver = new Resolver({ timeout: 60_000, tries: 1 })
    resolver.setServers([`127.0.0.1:${silent.address().port}`])
    const done: string[] = []
    const posting = Array.from({ length: 8 }, async () => {
      const { fault } = await postTo('https://partner.example/hook', '{}', {}, { mode: 'production' }, resolver)
      done.push(fault ?? 'taken')
    })
    await asked
    await lookup('localhost')
    expect(done).toEqual([])
    resolver.cancel()
    await Promise.all(posting)
    expect(done).toEqual(Array<string>(8).fill('unreachable'))
    silent.close()
  })
})
