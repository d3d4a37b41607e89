/** The commands of README and docs, and what runs each of them. */

interface Short {
  /** What follows the command in its short form. */
  words: readonly string[]
  code: number
  /** Part of what it prints, on either output. */
  says: RegExp
}

/**
 * `by`: a phase of `npm test`, or the test file that runs it. `short`: run as a command of its own by
 * `tests/e2e/commands.test.ts`. `inFaults`: the same, in `npm run faults` alone.
 */
type RunBy = { by: string } | { short: Short } | { inFaults: Short }

export const COMMANDS: Readonly<Record<string, RunBy>> = {
  'npm ci': { by: '.ci/run' },
  'npm test': { by: '.ci/run' },
  'npm start': { by: 'tests/faults/processes.test.ts' },
  'npm run build': { by: 'phase build' },
  'npm run server': { by: 'tests/faults/processes.test.ts' },
  'node src/programs/server/main.ts': { by: 'tests/faults/processes.test.ts' },
  'npm run dev': { by: 'tests/e2e/editing.test.ts' },
  'npm run edit': { by: 'tests/e2e/editing.test.ts' },
  'npm run operator': { by: 'tests/e2e/journeys/people.test.ts' },
  'npm run format': { by: 'phase form' },
  'npm run format:check': { by: 'phase form' },
  'npm run lint': { by: 'phase form' },
  'npm run check': { by: 'phase form' },
  'npm run faults': { by: 'tests/rules/runner.test.ts' },
  'npx vitest': { by: 'phase unit' },
  'npx astro': { by: 'tests/e2e/parts.test.ts' },
  'node src/ui/icons.build.ts': { by: 'phase build' },
  'node tests/rules/lengths.ts': { by: 'phase rules' },
  'npm run check-production': {
    short: { words: [], code: 1, says: /FAIL {2}settings: PUBLIC_SITE_URL is missing/ },
  },
  'npm run content': { short: { words: ['check'], code: 0, says: /\d/ } },
  'npm run licences': { short: { words: [], code: 0, says: /^astro .* MIT .* site$/m } },
  'npm run sbom': {
    short: { words: [], code: 0, says: /"bomFormat": "CycloneDX"[^]*"purl": "pkg:npm\/fastify@/ },
  },
  'npm run advisories': {
    short: {
      words: ['--report', 'tests/tools/advisories-sample.json'],
      code: 1,
      says: /^high {2}inner <2\.0\.1 .*\n.*\n2 advisories, 1 of them high or critical$/m,
    },
  },
  'node tests/tools/lock.ts': {
    short: { words: ['{copy of package-lock.json}'], code: 0, says: /^0 entries added$/m },
  },
  'npm run shots': {
    short: {
      words: ['--route', 'plan.list', '--lang', 'cn', '--device', 'mobile', '--theme', 'dark', '--no-build'],
      code: 0,
      says: /plan\.list/,
    },
  },
  'node tests/tools/mail-sheet.ts': { inFaults: { words: ['login'], code: 0, says: /^/ } },
  'node tests/tools/words-per-screen.ts': { inFaults: { words: ['--json', 'login'], code: 0, says: /login/ } },
  'npm run bench': { inFaults: { words: ['--short'], code: 0, says: /Section build is done/ } },
  'npm run browsers': { inFaults: { words: ['webkit', 'login'], code: 0, says: /✓/ } },
}
