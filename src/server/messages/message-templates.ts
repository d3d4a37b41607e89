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

/** An address that a text message may leave out, because it says whom to call instead. */
export const addressInMail = z.string().meta({ mailOnly: true })

/** What a message is sent for. Every other value may be worded around; without these its reader cannot go on. */
const HANDED_OVER = ['code', 'url']

/** The values that a mail's text, or the text message, cannot be without. */
export const neededIn = (template: Templates[string], part: 'text' | 'sms'): string[] =>
  HANDED_OVER.filter((name) => {
    const value = template.shape[name]
    return value !== undefined && !(part === 'sms' && value.meta()?.['mailOnly'] === true)
  })

/** The templates of the server itself and of these features. */
export const templatesOf = (features: readonly { messages?: Templates }[]): Templates =>
  Object.assign({}, coreTemplates, ...features.map((it) => it.messages))
