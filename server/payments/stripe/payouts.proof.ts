import '#tests/support/doubles/with-stripe.ts'
import '../../payouts/payouts.test.ts'
