/** A mail server for tests: speaks SMTP (RFC 5321) with STARTTLS and AUTH PLAIN, and refuses when a test wants it to. */
import { readFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { readMail, type Mail } from './read-mail.ts'

/** Certificate for localhost, made for these tests. */
const context = createSecureContext({
  key: readFileSync('tests/fixtures/mail/key.pem'),
  cert: readFileSync('tests/fixtures/mail/cert.pem'),
})

export interface Received extends Mail {
  envelope: { from: string; to: string[] }
  secure: boolean
  user: string | null
}

export interface MailServer {
  port: number
  mails: Received[]
  /**
   * Answers to the next commands of a kind instead of their effect: `{ RCPT: ['451 later'] }`. `drop` after the end
   * keeps the mail and hangs up.
   */
  refuse: Partial<Record<'MAIL' | 'RCPT' | 'END', string[]>>
  close: () => Promise<void>
}

interface Options {
  starttls?: boolean
  /** Requires this login, and offers it over TLS only. */
  login?: { user: string; pass: string }
}

export async function startMailServer(options: Options = {}): Promise<MailServer> {
  const sockets = new Set<Socket>()
  const state: Omit<MailServer, 'port' | 'close'> = { mails: [], refuse: {} }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    new Session(state, options, false).take(socket, '220 mail.test ESMTP')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  return {
    ...state,
    port: typeof address === 'object' && address ? address.port : 0,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((done) => server.close(() => done()))
    },
  }
}

/** One connection, before or after STARTTLS. */
class Session {
  #text = ''
  #data = false
  #user: string | null = null
  #envelope: Received['envelope'] = { from: '', to: [] }
  readonly state: Pick<MailServer, 'mails' | 'refuse'>
  readonly options: Options
  readonly secure: boolean
  constructor(state: Pick<MailServer, 'mails' | 'refuse'>, options: Options, secure: boolean) {
    this.state = state
    this.options = options
    this.secure = secure
  }

  take(socket: Socket, greeting?: string): void {
    const say = (line: string): void => void socket.write(`${line}\r\n`)
    if (greeting) say(greeting)
    socket.on('data', (chunk: Buffer) => {
      this.#text += chunk.toString('latin1')
      for (;;) {
        const end = this.#text.indexOf(this.#data ? '\r\n.\r\n' : '\r\n')
        if (end < 0) return
        const part = this.#text.slice(0, end)
        this.#text = this.#text.slice(end + (this.#data ? 5 : 2))
        const answer = this.#data ? this.#mail(part) : this.#command(part)
        if (answer === 'drop') return void socket.destroy()
        say(answer)
        if (answer.startsWith('220 go')) return this.#upgrade(socket)
        if (answer.startsWith('221')) socket.end()
      }
    })
  }

  #upgrade(socket: Socket): void {
    socket.removeAllListeners('data')
    const secured = new TLSSocket(socket, { isServer: true, secureContext: context })
    secured.on('error', () => undefined)
    new Session(this.state, this.options, true).take(secured)
  }

  #command(line: string): string {
    const verb = line.slice(0, 4).toUpperCase()
    const path = /<([^>]*)>/.exec(line)?.[1] ?? ''
    const refused = verb === 'MAIL' || verb === 'RCPT' ? this.state.refuse[verb]?.shift() : undefined
    if (refused !== undefined) return refused
    switch (verb) {
      case 'EHLO':
        return ['250-mail.test', ...this.#offers().map((it) => `250-${it}`), '250 SMTPUTF8'].join('\r\n')
      case 'STAR':
        return this.options.starttls ? '220 go ahead' : '502 not here'
      case 'AUTH':
        return this.#login(line)
      case 'MAIL':
        if (this.options.login && this.#user === null) return '530 authentication required'
        this.#envelope = { from: path, to: [] }
        return '250 ok'
      case 'RCPT':
        this.#envelope.to.push(path)
        return '250 ok'
      case 'DATA':
        this.#data = true
        return '354 end with a dot'
      case 'QUIT':
        return '221 bye'
      default:
        return '250 ok'
    }
  }

  #offers(): string[] {
    if (this.options.starttls && !this.secure) return ['STARTTLS']
    return this.options.login ? ['AUTH PLAIN'] : []
  }

  #login(line: string): string {
    const [, user, pass] = Buffer.from(line.split(' ')[2] ?? '', 'base64')
      .toString()
      .split('\0')
    const { login } = this.options
    if (!login || user !== login.user || pass !== login.pass) return '535 wrong'
    this.#user = user
    return '235 welcome'
  }

  #mail(raw: string): string {
    this.#data = false
    const refused = this.state.refuse.END?.shift()
    // A mail whose connection drops after the final dot may have been accepted: the client cannot know.
    if (refused !== undefined && refused !== 'drop') return refused
    this.state.mails.push({
      ...readMail(raw.replaceAll('\r\n..', '\r\n.')),
      envelope: this.#envelope,
      secure: this.secure,
      user: this.#user,
    })
    return refused ?? '250 kept'
  }
}
