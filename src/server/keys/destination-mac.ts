/** Finds a mobile number or mailbox without storing it: by its keyed hash, one and the same wherever it is stored. */
import { domainToASCII, domainToUnicode } from 'node:url'
import { normaliseEmail } from '../../lib/people/contact.ts'
import type { Seal } from './seal.ts'

export const DESTINATION = 'login.destination'

/**
 * The form in which a contact is compared: lin@xn--bcher-kva.example is lin@bücher.example. The form in letters is the
 * one that people type, so hashes from before both were one remain valid for it.
 */
export function comparedDestination(destination: string): string {
  if (!destination.includes('@')) return destination
  const email = normaliseEmail(destination)
  const at = email.lastIndexOf('@') + 1
  const domain = domainToUnicode(domainToASCII(email.slice(at)))
  // What is no domain stays as it is, and equals only itself.
  return domain === '' ? email : `${email.slice(0, at)}${domain}`
}

export const destinationMac = (deps: { seal: Pick<Seal, 'mac'> }, destination: string): string =>
  deps.seal.mac(DESTINATION, comparedDestination(destination))
