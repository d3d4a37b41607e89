/** A case with its claimant and its handlers, for tests: calls of the site, and operator commands with their output. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { claimCommands } from '../../src/features/claims/server/operator/all-claim-commands.ts'
import { appealClaim, getClaim, type ClaimView } from '../../src/features/claims/contract.ts'
import type { AnswerPatch } from '../../src/features/claims/rules/claim-fields.ts'
import { EMAIL, type Claimant } from './claims-fixtures.ts'
import { commandOutput, successfulOutput, type CommandOutput } from './operator-commands.ts'
import type { TestServer } from './start-server.ts'
import { insuredServer } from './insured-server.ts'
import { ok } from './orders-fixtures.ts'
import { logInAs } from './logged-in-user.ts'

/** Runs `claims …` as this handler: by name, as in the sandbox, or by key. */
export const handlerCommands =
  (server: TestServer, key?: string) =>
  (by: string, ...words: string[]): Promise<CommandOutput> =>
    commandOutput(server.deps, claimCommands, ['claims', ...words, '--by', by, '--why', 'case work'], key)

/** The same, failing the test unless the command succeeds. */
export const successfulCommand =
  (server: TestServer) =>
  (by: string, ...words: string[]): Promise<string> =>
    successfulOutput(server.deps, claimCommands, ['claims', ...words, '--by', by, '--why', 'case work'])

const DAY = 86_400_000

/** The fee of a GP is payable, the vitamins are not. */
export const ASSESSMENT = `
reason: { en: "Vitamins are not covered.", cn: 维生素不在保障内。 }
invoices:
  - visit: v001
    lines:
      - { name: { en: GP visit, cn: 门诊诊疗 }, amount: "66.40" }
      - name: { en: Vitamins, cn: 维生素 }
        amount: "19.00"
        off: [{ clause: 6.7, reason: { en: Not prescribed, cn: 无处方 } }]
`

/** A claimant with a policy, a folder for files, and the latest claim that was sent. */
export class ClaimBench {
  readonly server: TestServer
  readonly me: Claimant
  readonly folder = mkdtempSync(join(tmpdir(), 'youfang-claims-'))
  id = ''
  number = ''
  constructor(server: TestServer, me: Claimant) {
    this.server = server
    this.me = me
  }
  static async ready(): Promise<ClaimBench> {
    const { server, claimant } = await insuredServer()
    return new ClaimBench(server, claimant)
  }
  async close(): Promise<void> {
    await this.server.close()
    rmSync(this.folder, { recursive: true })
  }
  async send(answers?: AnswerPatch): Promise<void> {
    this.me.view = undefined
    const sent = await this.me.send(answers)
    this.id = sent.id
    this.number = sent.caseNumber
  }
  /** The claim as its claimant sees it. */
  async look(): Promise<ClaimView> {
    return ok(await this.me.client.request(getClaim, { id: this.id }))
  }
  /** The claimant asks for a review of the latest decision. */
  async appeal(text: string): Promise<void> {
    const { version, decisions } = await this.look()
    ok(await this.me.client.request(appealClaim, { id: this.id, version, decision: last(decisions).id, text }))
  }
  /** A command on the case; `claims list` takes no case. */
  desk(by: string, verb: string, ...words: string[]): Promise<CommandOutput> {
    return handlerCommands(this.server)(by, verb, ...(verb === 'list' ? [] : [this.number]), ...words)
  }
  async done(by: string, verb: string, ...words: string[]): Promise<string> {
    return successfulCommand(this.server)(by, verb, ...(verb === 'list' ? [] : [this.number]), ...words)
  }
  /** Days later the session has ended: logs in again. */
  async later(days: number): Promise<void> {
    this.server.advance(days * DAY)
    await logInAs(this.server, EMAIL, this.me.client)
  }
  file(name: string, text: string): string {
    const path = join(this.folder, name)
    writeFileSync(path, text)
    return path
  }
}

export const last = <T>(list: readonly T[]): T => {
  const it = list.at(-1)
  if (it === undefined) throw new Error('there is none')
  return it
}

export const openRequest = (view: ClaimView): ClaimView['requests'][number] =>
  last(view.requests.filter((it) => it.status === 'open'))
