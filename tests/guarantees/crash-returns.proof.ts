import { playReturnRound } from '#tests/support/crash/crash-return-rounds.ts'
import { testDeaths } from '#tests/support/crash/test-deaths.ts'

testDeaths('row 74: a process that dies %s leaves no return half done, and money goes back once', playReturnRound)
