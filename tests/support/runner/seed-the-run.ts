import fc from 'fast-check'
import { chosenSeed } from '../seeded.ts'

// Every property of the file starts with the seed of the run. A failure names the seed.
fc.configureGlobal({ seed: chosenSeed() })
