/**
 * Messages to people are templates: a schema of their values here, words in `public/locales/<lang>/messages.json`
 * under the template's name: `subject`, `text` (mail) and `sms`. A feature brings its own in `ServerFeature.messages`.
 */
import { z } from 'zod'

/** Template name → schema of its values, all of them strings ready to print in the reader's language. */
export type Templates = Readonly<Record<string, z.ZodObject<Record<string, z.ZodString>>>>

export const coreTemplates = {
  /** A verification code; the sandbox inbox shows it separately. */
  login_code: z.object({ code: z.string(), minutes: z.string() }),
} satisfies Templates

/** The templates of the server itself and of these features. */
export const templatesOf = (features: readonly { messages?: Templates }[]): Templates =>
  Object.assign({}, coreTemplates, ...features.map((it) => it.messages))
