import { playRound } from '#tests/support/crash/crash-rounds.ts'
import { testDeaths } from '#tests/support/crash/test-deaths.ts'

testDeaths('row 13, row 30: a process that dies %s loses no acknowledged order, no piece and no money', playRound)
