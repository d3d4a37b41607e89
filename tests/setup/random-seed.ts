/** All property tests begin from one seed: `npm test` finds the same each time, the long form something new. */
import { configureGlobal, readConfigureGlobal } from 'fast-check'
import { SEED_OF_RUN } from '../tools/long-form.ts'

configureGlobal({ ...readConfigureGlobal(), seed: SEED_OF_RUN })
