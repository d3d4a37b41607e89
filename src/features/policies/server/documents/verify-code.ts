/** Codes by which anyone can check a document. */
import { randomInt } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Sixty random bits: no code can be found by guessing. */
export const newVerifyCode = (): string => Array.from({ length: 12 }, () => ALPHABET[randomInt(0, 32)]).join('')

/** `7K3M9QXT2HVD` → `7K3M-9QXT-2HVD`, as printed. */
export const formatVerifyCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? code
