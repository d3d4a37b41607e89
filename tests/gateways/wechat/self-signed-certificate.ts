/** A self-signed certificate, encoded by hand: Node can read certificates but cannot create them. */
import { createSign, generateKeyPairSync } from 'node:crypto'

const tlv = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const length =
    body.length < 128
      ? [body.length]
      : body.length < 256
        ? [0x81, body.length]
        : [0x82, body.length >> 8, body.length & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}
const sequence = (...parts: Buffer[]): Buffer => tlv(0x30, ...parts)
const SHA256_RSA = sequence(tlv(0x06, Buffer.from('2a864886f70d01010b', 'hex')), tlv(0x05))
const name = (text: string): Buffer =>
  sequence(tlv(0x31, sequence(tlv(0x06, Buffer.from('550403', 'hex')), tlv(0x0c, Buffer.from(text)))))
const time = (at: Date): Buffer => tlv(0x17, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`))

export interface SelfMadeCertificate {
  serial: string
  privateKey: string
  publicKey: string
  pem: string
  from: Date
  until: Date
}

let serials = 0

export function selfSignedCertificate(now: number): SelfMadeCertificate {
  const pair = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const serial = `5157F09EFDC096DE15EBE81A47057A72${(++serials).toString(16).toUpperCase().padStart(8, '0')}`
  const [from, until] = [new Date(now - 86_400_000), new Date(now + 1800 * 86_400_000)]
  const content = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from(serial, 'hex')),
    SHA256_RSA,
    name('Self-made'),
    sequence(time(from), time(until)),
    name('Self-made'),
    pair.publicKey,
  )
  const signature = createSign('RSA-SHA256').update(content).sign(pair.privateKey)
  const der = sequence(content, SHA256_RSA, tlv(0x03, Buffer.from([0]), signature))
  const pem = (label: string, bytes: Buffer): string =>
    `-----BEGIN ${label}-----\n${bytes
      .toString('base64')
      .match(/.{1,64}/g)
      ?.join('\n')}\n-----END ${label}-----\n`
  return {
    serial,
    privateKey: pair.privateKey,
    publicKey: pem('PUBLIC KEY', pair.publicKey),
    pem: pem('CERTIFICATE', der),
    from,
    until,
  }
}
