import '#tests/support/doubles/with-stripe.ts'
import '#server/payment-events/payment-inbox.test.ts'
