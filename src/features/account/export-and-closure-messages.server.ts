/** Messages to the account's owner about the copy of their data and the closing of the account. */
import { z } from 'zod'
import { addressInMail, type Templates } from '../../server/messages/message-templates.ts'

const text = z.string()

export const accountTemplates = {
  account_export_code: z.object({ code: text, minutes: text }),
  account_close_code: z.object({ code: text, minutes: text }),
  account_closing: z.object({ at: text, url: text, phone: text }),
  account_kept: z.object({ url: addressInMail, phone: text }),
  account_not_closed: z.object({ url: text, email: text }),
  account_closed: z.object({ email: text, phone: text }),
  account_export_ready: z.object({ day: text, url: text }),
  account_export_failed: z.object({ url: text, email: text }),
} satisfies Templates
