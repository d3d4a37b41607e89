/** Waiver forms of schools as content: which fact of a policy answers each line (content/school-forms/<id>.yaml). */
import { z } from 'zod'
import { namesIn, type Tree } from '../../../../lib/content/content-tree.ts'
import { readYamlSource, type SourceProblem } from '../../../../lib/content/source-problems.ts'
import { DESTINATIONS, type Plan } from '../../../plans/contract.ts'
import { Files, hasWaiverLetter } from '../../../plans/server/door.ts'
import { WAIVER_ROWS } from './waiver-answers.ts'

const FOLDER = 'school-forms'
/** Facts for lines of a form that are not rows of the policy's table; `blank` is left to the student. */
const PLAIN_FACTS = [
  'name',
  'birthDate',
  'insurer',
  'licence',
  'plan',
  'number',
  'start',
  'end',
  'period',
  'helpLine',
  'territory',
  'care',
  'blank',
] as const

const text = (example: string) => z.string({ error: `must be words. Example: ${example}` }).min(1)
const field = z.strictObject({
  label: text('Date of birth'),
  fact: z.enum([...PLAIN_FACTS, ...WAIVER_ROWS]),
  /** Whole USD. */
  atLeast: z.number().int().positive().optional(),
  atMost: z.number().int().positive().optional(),
})
export type SchoolField = z.output<typeof field>

const schema = z.strictObject({
  sample: z.literal(true).optional(),
  country: z.enum(DESTINATIONS),
  name: z.strictObject({ en: text('College, waiver form'), cn: text('学院豁免表') }),
  /** How students write the school's name: a policy of one of them is offered this form alone. */
  schools: z.array(text('Charles River College')).min(1),
  title: text('Health Insurance Waiver Form'),
  sections: z.array(z.strictObject({ title: text('Student'), fields: z.array(field).min(1) })).min(1),
  sign: text('Signed by the student'),
})
export interface SchoolForm extends z.output<typeof schema> {
  id: string
}

const read = (source: string, file: string) =>
  readYamlSource(schema, source, file, (path) => `${String(path.at(-1))}: …`)

/** All forms, by file name. Throws if the checker of content would refuse one. */
export function loadSchoolForms(root: string): SchoolForm[] {
  const files = new Files(root)
  return files.ids(`content/${FOLDER}`, '.yaml').map((id) => {
    const file = `content/${FOLDER}/${id}.yaml`
    const {
      value,
      problems: [problem],
    } = read(files.read(file)?.text ?? '', file)
    if (!value) throw new Error(`${problem?.file}:${problem?.line}: ${problem?.message}`)
    return { ...value, id }
  })
}

/** Errors of the forms, for the checker of content. */
export const checkSchoolForms = (tree: Tree): SourceProblem[] =>
  namesIn(tree, FOLDER, '.yaml').flatMap(
    (id) => read(tree.files.get(`${FOLDER}/${id}.yaml`) ?? '', `${tree.root}/${FOLDER}/${id}.yaml`).problems,
  )

/**
 * The form of the insured student's own school, where it has one; all others otherwise, since a school's name may be
 * written in another way than ours.
 */
export function formsForSchool<Form extends Pick<SchoolForm, 'schools'>>(
  forms: readonly Form[],
  institution: string | undefined,
): readonly Form[] {
  const written = plainName(institution ?? '')
  const own = forms.filter(({ schools }) => schools.some((name) => written.includes(plainName(name))))
  return own.length > 0 ? own : forms
}

/** Without case, spaces and punctuation. */
const plainName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** The forms of the country that a plan is made for: they carry the code of its waiver letter. */
export function formsForPlan(forms: readonly SchoolForm[], plan: Plan): SchoolForm[] {
  const { destinations } = plan
  return hasWaiverLetter(plan) && 'only' in destinations
    ? forms.filter(({ country }) => destinations.only.includes(country))
    : []
}
