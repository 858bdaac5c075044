import { playRound } from '#tests/support/crash/crash-rounds.ts'
import { testDeaths } from '#tests/support/crash/test-deaths.ts'

testDeaths('a process that dies %s loses no acknowledged order, no piece and no money (13) (30)', playRound)
