import { playGroupRound } from '#tests/support/crash/crash-group-rounds.ts'
import { testDeaths } from '#tests/support/crash/test-deaths.ts'

testDeaths('row 13, row 30: a process that dies %s leaves no quote ordered by half or twice, and no group paid so', playGroupRound)
