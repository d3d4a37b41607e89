/** `claims open-death|heirs|heir-payee`: acts for a family without access, and the heirs according to the documents. */
import { z } from 'zod'
import { omit, partial } from 'zod/mini'
import { isDay } from '../../../../lib/days/dates.ts'
import { isEmail, isMobile, normaliseEmail, normaliseMobile } from '../../../../lib/people/contact.ts'
import { ID_TYPES } from '../../../../lib/people/id-types.ts'
import { operatorCalled } from '../../../../server/operator/operators.ts'
import { displayName, operatorName } from '../../../../server/operator/operator-name.ts'
import {
  emptyHeir,
  DEATH_CAUSES,
  HEIR_RELATIONS,
  HEIR_SHARES,
  MOST_HEIRS,
  heirSchema,
  type Heir,
} from '../../rules/heirs.ts'
import { replaceHeirs } from '../settlement/heirs-as-payees.ts'
import { replacePayee } from '../settlement/replace-payee.ts'
import { caseLine, findCase } from './case-lines.ts'
import { openDeathClaim } from './open-death.ts'
import { readInput } from './parse-reasons.ts'
import { claimCommand } from './act-on-claim.ts'

const required = z.string().min(1, 'required')
const day = z.string().refine(isDay, 'a day: 2026-03-03')

const open = claimCommand({
  verb: 'open-death',
  args: ['policy'],
  about:
    'Opens a claim after a death for a claimant without access: --day, --cause accident|illness|unknown, --died after an accident, --name, --relation, --id-type, --id-number, --contact that they have signed in with, --lang cn|en. All documents are asked for at once',
  input: z.object({
    policy: required,
    day,
    cause: z.enum(DEATH_CAUSES),
    died: day.optional(),
    name: required.max(50),
    relation: z.enum(HEIR_RELATIONS),
    'id-type': z.enum(ID_TYPES),
    'id-number': required.max(40),
    contact: required
      .max(120)
      .refine((text) => isEmail(normaliseEmail(text)) || isMobile(normaliseMobile(text)), 'contact_format'),
    lang: z.enum(['cn', 'en']).default('cn'),
  }),
  run: async (
    { policy, day: on, cause, died, name, relation, 'id-type': idType, 'id-number': idNumber, contact, lang },
    { deps, by, why, print },
  ) => {
    const operator = await operatorCalled(deps.db, by)
    const short = operatorName(by)
    const handler = operator
      ? { handler: operator.id, handler_name: operator.name }
      : { handler: short, handler_name: displayName(short) }
    const id = await openDeathClaim(deps, {
      policy,
      day: on,
      cause,
      died: died ?? '',
      claimant: { name, relation, idType, idNumber },
      contact,
      lang,
      handler,
      by,
      why,
    })
    print(caseLine(deps, await findCase(deps, id)))
  },
})

/** All values are text, as in every file that a command reads. */
const heirFile = z.strictObject({
  ...partial(omit(heirSchema, { id: true, bankFields: true })).shape,
  branch: z.string().max(120).optional(),
  cnaps: z.string().max(20).optional(),
})
const heirsFile = z.strictObject({
  shares: z.enum(HEIR_SHARES).default('equal'),
  heirs: z.array(heirFile).min(1, 'required').max(MOST_HEIRS),
})

const heirFrom = ({ branch, cnaps, ...heir }: z.output<typeof heirFile>, place: number): Heir => ({
  ...emptyHeir(`heir${place}`),
  ...Object.fromEntries(Object.entries(heir).filter(([, value]) => value !== undefined)),
  bankFields: { ...(branch ? { branch } : {}), ...(cnaps ? { cnaps } : {}) },
})

const heirs = claimCommand({
  verb: 'heirs',
  args: ['claim'],
  about:
    'Names the heirs, or others than before, until money is on its way: --file heirs.yaml with shares (equal or agreed) and each heir’s name, relation, ID, guardian, percent and account',
  input: z.object({ claim: required, file: required }),
  run: async ({ claim, file }, { deps, by, why, print }) => {
    const {
      claim: { id },
    } = await findCase(deps, claim)
    const read = await readInput(file, heirsFile)
    await replaceHeirs(deps, {
      id,
      by,
      why,
      heirShares: read.shares,
      heirs: read.heirs.map((heir, i) => heirFrom(heir, i + 1)),
    })
    print(caseLine(deps, await findCase(deps, id)))
  },
})

const heirPayee = claimCommand({
  verb: 'heir-payee',
  args: ['claim'],
  about:
    'Pays an heir’s part that came back to somebody else, as new papers show: --file payee.yaml with name, relation, ID, guardian and account, as one heir of `claims heirs`; --payment where several came back',
  input: z.object({ claim: required, file: required, payment: required.optional() }),
  run: async ({ claim, file, payment }, { deps, by, why, print }) => {
    const {
      claim: { id },
    } = await findCase(deps, claim)
    await replacePayee(deps, { id, by, why, payment, heir: heirFrom(await readInput(file, heirFile), 1) })
    print(caseLine(deps, await findCase(deps, id)))
  },
})

export const deathCommands = [open, heirs, heirPayee]
