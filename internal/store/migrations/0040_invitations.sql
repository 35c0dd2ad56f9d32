-- The name that an account gave a person who had a user already and has not accepted the invitation; '': the role is in force.
ALTER TABLE memberships ADD COLUMN invited_as TEXT NOT NULL DEFAULT '';
