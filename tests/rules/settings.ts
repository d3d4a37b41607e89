/** Names of the server's settings, as the schemas that read them have them. */
import type { Texts } from './source.ts'

export const SETTINGS = [
  'src/server/config.ts',
  'src/server/files/s3-settings.ts',
  'src/server/payment-settings.ts',
  'src/server/messages/message-settings.ts',
]

export const settingsOf = (texts: Texts): string[] =>
  [...texts.values()].flatMap((text) => [...text.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name = '']) => name))
