/** Addresses outside the site: nothing is fetched, but their form is checked. */

/** Fetched by a page, or followed: only over TLS. Names of vocabularies (`xmlns`) are never links. */
const OTHER_SITES = /^https:$/
const EMAIL = /^[\w.+-]+@(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/i
/** A number as it is dialled: with a country code, or a short emergency number. */
const PHONE = /^(?:\+\d{6,15}|\d{2,8})$/

const query = (address: string): string => address.split('?')[1]?.split('#')[0] ?? ''
const isEncoded = (text: string): boolean => /^(?:[\w.~!$&'()*+,;=:@/?-]|%[\dA-F]{2})*$/i.test(text)

function brokenMail(address: string): string | undefined {
  const to = address.replace(/^mailto:/, '').replace(/\?.*$/s, '')
  if (!EMAIL.test(to)) return `${address}: no mail address`
  const names = [...new URLSearchParams(query(address)).keys()]
  if (names.some((name) => !['subject', 'body', 'cc'].includes(name)))
    return `${address}: a field that mail does not have`
  return isEncoded(query(address)) && !query(address).includes('+')
    ? undefined
    : `${address}: its words are not encoded`
}

/** Why an address outside the site cannot be right; undefined when it may be. */
export function brokenOutside(address: string): string | undefined {
  const scheme = /^([a-z][a-z\d+.-]*:)/i.exec(address)?.[1]?.toLowerCase()
  if (scheme === 'mailto:') return brokenMail(address)
  if (scheme === 'tel:' || scheme === 'sms:')
    return PHONE.test(address.slice(scheme.length)) ? undefined : `${address}: no number that can be dialled`
  if (scheme === 'data:') return undefined
  if (scheme === undefined) return `${address}: another site without a scheme`
  if (!OTHER_SITES.test(scheme)) return `${address}: ${scheme} is no scheme that we link to`
  return /^[a-z\d-]+(\.[a-z\d-]+)+$/i.test(new URL(address).hostname) ? undefined : `${address}: no site`
}
