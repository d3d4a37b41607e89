/** The address that a mistyped one probably stands for: suggested at the field, never filled in automatically. */
import { editDistance } from '../text/closest-word.ts'
import { normaliseEmail } from './contact.ts'

/** Common mail providers of our users. Some differ by one letter from each other, and are correct as they are. */
const PROVIDERS = [
  'qq.com',
  '163.com',
  '126.com',
  'gmail.com',
  'outlook.com',
  'hotmail.com',
  'icloud.com',
  'foxmail.com',
  'yahoo.com',
  'sina.com',
  'sina.cn',
  'sohu.com',
  'yeah.net',
  '139.com',
  '189.cn',
  'aliyun.com',
  'live.com',
  'live.cn',
  'msn.com',
  'me.com',
  'mail.com',
  'ymail.com',
  'vip.qq.com',
  'vip.163.com',
  'vip.126.com',
  'vip.sina.com',
  '188.com',
  'proton.me',
  'protonmail.com',
] as const
/** Domain endings that do not exist, and the intended ones. */
const ENDINGS: Readonly<Record<string, string>> = {
  con: 'com',
  cmo: 'com',
  ocm: 'com',
  vom: 'com',
  xom: 'com',
  cpm: 'com',
  comm: 'com',
  coom: 'com',
  clm: 'com',
  som: 'com',
  nte: 'net',
  ent: 'net',
  ogr: 'org',
  rog: 'org',
  eud: 'edu',
  deu: 'edu',
  cnn: 'cn',
}
/** Real endings that are mistakes only after a well-known provider: gmail.co, qq.cm; `om` is Oman. */
const SLIPS = ['co', 'cm', 'cn', 'om']

export function emailSuggestion(text: string): string | undefined {
  const email = normaliseEmail(text)
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  if (at < 1 || !domain || known(domain)) return undefined
  const meant = domainMeant(domain)
  return meant === undefined || meant === domain ? undefined : email.slice(0, at + 1) + meant
}

const known = (domain: string): boolean => PROVIDERS.some((one) => one === domain)

function domainMeant(domain: string): string | undefined {
  const dot = domain.lastIndexOf('.')
  // "lin@gmailcom", "lin@qq": the dot or the ending is missing.
  if (dot < 0) return PROVIDERS.find((one) => one.replace('.', '') === domain || one.split('.')[0] === domain)
  const [name, ending] = [domain.slice(0, dot), domain.slice(dot + 1)]
  const mended = ENDINGS[ending]
    ? `${name}.${ENDINGS[ending]}`
    : SLIPS.includes(ending) && known(`${name}.com`)
      ? `${name}.com`
      : domain
  if (mended !== domain && known(mended)) return mended
  // Numeric names that differ by a digit are other mailboxes; names of four letters or more that differ by one letter
  // are mistakes.
  const near = PROVIDERS.filter((one) => /^[a-z]{4,}\./.test(one) && editDistance(one, mended) === 1)
  const [only, second] = near
  return only !== undefined && second === undefined ? only : mended
}
