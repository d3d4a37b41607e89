/** Mail and text messages: the mail server takes the login, providers of text messages are reached. Nothing is sent. */
import { createTransport } from 'nodemailer'
import { smtpAddress } from '../messages/by-mail.ts'
import { faultWords, type ProductionCheck } from './production-check.ts'

const TIMEOUT = 10_000

export const messageChecks: readonly ProductionCheck[] = [
  {
    name: 'mail',
    run: async ({ smtpUrl, mode }) => {
      if (smtpUrl === undefined) return ['SMTP_URL is not set']
      const transport = createTransport(smtpAddress(smtpUrl, mode))
      try {
        await transport.verify()
        return []
      } finally {
        transport.close()
      }
    },
  },
  {
    name: 'text messages',
    run: async ({ sms }) => {
      if (sms.providers.length === 0) return ['SMS_PROVIDERS is not set']
      // Whatever they answer: to try a login, a message would have to be sent and paid for.
      const problems = await Promise.all(sms.providers.map(({ name, url }) =>
        fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT) }).then(() => [], (error: unknown) => [`${name}: ${faultWords(error)}`])))
      return problems.flat()
    },
  },
]
